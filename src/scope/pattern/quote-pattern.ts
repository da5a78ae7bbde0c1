/** Returns a pattern that matches exactly `text`. */
export function quotePattern(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
}
