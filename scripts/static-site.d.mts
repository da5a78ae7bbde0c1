/** Serves `directory` on loopback; port 0 takes a free one. */
export function serveDirectory(
  directory: string,
  port?: number,
): Promise<{ url: string; close(): Promise<void> }>
