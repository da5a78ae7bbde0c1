/** An http(s) URL in the parts that scope rules ask about. All texts are ASCII, as the URL standard serialises them. */
export interface PageUrl {
  /** Without credentials, and without a fragment unless that is a route. */
  readonly href: string
  readonly scheme: 'http' | 'https'
  /** Host name without a port and without any leading `www.`. */
  readonly host: string
  /** With `:`; empty for the scheme's default port. */
  readonly port: string
  readonly path: string
  /** With `?`, or empty. */
  readonly query: string
  /** `#/...` or `#!/...`, or empty. */
  readonly route: string
  /** The fragment that was dropped because it is not a route; with `#`, or empty. */
  readonly section: string
}
