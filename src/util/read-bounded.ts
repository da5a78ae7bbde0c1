export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/**
 * Returns the text (UTF-8) of an HTTP body of at most `maxBytes`.
 * @throws {TooLong} after leaving the rest unread, which ends the connection
 */
export async function readBounded(body: AsyncIterable<unknown>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue
    size += chunk.length
    if (size > maxBytes) throw new TooLong(`the answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
