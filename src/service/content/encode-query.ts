/** Encodes the query of an address as the page that holds it asks for. */
export type QueryEncoder = (query: string) => string

/** The characters of a query that are percent-encoded although they are ASCII (URL Standard, "special-query"). */
const ENCODED = ' "#\'<>'

/**
 * Returns how links of a page in this encoding write their queries (URL Standard, "query state"); undefined if they are in
 * UTF-8, as those of UTF-16 pages are.
 * @param label of an encoding
 */
export async function queryEncoder(label: string): Promise<QueryEncoder | undefined> {
  if (/^utf-?8$/i.test(label)) return undefined
  const [{ normalizeEncoding }, { percentEncodeAfterEncoding }] = await Promise.all([
    import('@exodus/bytes/encoding.js'),
    import('@exodus/bytes/whatwg.js'),
  ])
  const encoding = normalizeEncoding(label)
  if (encoding === null || /^(?:utf-|replacement$)/.test(encoding)) return undefined
  return (query) => percentEncodeAfterEncoding(encoding, query, ENCODED)
}
