/** Returns an error about `url` as it reads in a line that already names the URL. */
export function errorAbout(url: string, error: string): string {
  return error.replaceAll(`"${url}"`, 'it')
}
