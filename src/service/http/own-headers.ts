/** Headers that a request sets. They may carry secrets, so the origin of its start URL gets them and no other. */
export interface OwnHeaders {
  readonly origin: string
  readonly values: Readonly<Record<string, string>>
}

/** Returns the headers of `own` for a request to `origin`: all or none. The same host over TLS is the same site. */
export function headersFor(own: OwnHeaders | undefined, origin: string): OwnHeaders['values'] {
  if (own === undefined) return {}
  return origin === own.origin || origin === own.origin.replace(/^http:/, 'https:') ? own.values : {}
}
