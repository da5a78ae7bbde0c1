import { request, type IncomingHttpHeaders } from 'node:http'

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a form, as a page of the service does unless `headers` names another origin. */
  readonly form?: Readonly<Record<string, string>>
}

/** Asks as a browser that follows no redirect does; unlike fetch it may send any Host and Origin. */
export function ask(
  url: string,
  { headers = {}, form }: Asked = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const body = form === undefined ? undefined : new URLSearchParams(form).toString()
  const formHeaders =
    body === undefined
      ? {}
      : {
          origin: new URL(url).origin,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': body.length,
        }
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers: { accept: 'text/html', ...formHeaders, ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString(),
        }),
      )
    })
    sent.end(body)
  })
}
