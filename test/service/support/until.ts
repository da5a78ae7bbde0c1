/** Resolves when `condition` holds; looks again with every turn of the event loop that does I/O. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}
