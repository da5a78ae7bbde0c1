/** The paths below a start URL's path, by whole segments. */
export interface ChildPath {
  /** For people: `/docs and below`. */
  readonly description: string
  /** Every admitted path starts with this or equals `exact`. Ends in `/`. */
  readonly prefix: string
  /** One more admitted path, without its trailing slash. */
  readonly exact: string | undefined
  admits(path: string): boolean
}

/**
 * Returns the child paths of `startPath`. `/docs/` admits paths that start with it. A path that ends in a file name (a dot and
 * two or more letters or digits) admits its directory. Any other `/docs` admits itself and `/docs/...`, not `/docs-old`.
 */
export function childPath(startPath: string): ChildPath {
  const directory = startPath.slice(0, startPath.lastIndexOf('/') + 1)
  if (startPath.endsWith('/') || /\.[A-Za-z0-9]{2,}$/.test(startPath)) {
    return {
      description: `${directory} and below`,
      prefix: directory,
      exact: undefined,
      admits: (path) => path.startsWith(directory),
    }
  }
  const prefix = `${startPath}/`
  return {
    description: `${startPath} and below`,
    prefix,
    exact: startPath,
    admits: (path) => path === startPath || path.startsWith(prefix),
  }
}
