/** Encodes the query of an address as the page that holds it asks for. */
export type QueryEncoder = (query: string) => string

/** The characters of a query that are percent-encoded although they are ASCII (URL Standard, "special-query"). */
const ENCODED = ' "#\'<>'

/**
 * Returns the encoder for queries in links of a page (URL Standard, "query state"). Undefined if they are in UTF-8, which is
 * also true of UTF-16 pages.
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
