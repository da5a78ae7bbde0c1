/** Headers that a request sets. They may carry secrets, so the origin of its start URL gets them and no other. */
export interface OwnHeaders {
  readonly origin: string
  readonly values: Readonly<Record<string, string>>
}

/** Returns what of `own` a request to `origin` carries: all of it or nothing. The same host over TLS is no other site. */
export function headersFor(own: OwnHeaders | undefined, origin: string): OwnHeaders['values'] {
  if (own === undefined) return {}
  return origin === own.origin || origin === own.origin.replace(/^http:/, 'https:') ? own.values : {}
}
