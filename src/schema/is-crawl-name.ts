export function isCrawlName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text)
}
