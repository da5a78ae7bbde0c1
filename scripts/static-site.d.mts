/** Serves `directory` on loopback; port 0 takes a free one. With `cookie` only those who send it see more than a login page. */
export function serveDirectory(
  directory: string,
  port?: number,
  options?: { readonly cookie?: string | undefined },
): Promise<{ url: string; close(): Promise<void> }>
