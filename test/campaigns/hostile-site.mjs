// The hostile sites of `npm run hostile` in a process of their own, each on a port of its own. Prints the address at which
// `/open/NAME` opens one and answers its origin, with 25 good pages beside the hostile one.
import { createServer } from 'node:http'
import { answers, wellKnown } from './hostile-answers.mjs'
import { names } from './hostile-names.mjs'

const GOOD = 25
// Whoever is attacked may hang up at any instant, and the site goes on.
process.on('uncaughtException', (error) => console.error(error.message))
const servers = []

const quoted = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const html = (title, links) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>Words of a good page.</p>${links.map((link) => `<a href="${quoted(link)}">link</a> `).join('')}</main>`

function serve(name) {
  const hostile = answers[name]
  const files = wellKnown[name] ?? {}
  const good = Array.from({ length: GOOD }, (_, index) => `/good/${index}`)
  const named = names[name]
  for (const answer of [hostile, ...Object.values(files)]) answer?.make?.()
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    response.on('error', () => undefined)
    const file = files[url]
    if (file !== undefined) return file(request, response)
    if (url.startsWith('/bad') && hostile !== undefined) return hostile(request, response)
    // A request may spell a path differently from its link.
    const title = url === '/' ? 'Start' : (/^\/good\/\d+$/.exec(url)?.[0] ?? (named && `Page ${quoted(url)}`))
    if (title === undefined) return response.writeHead(404).end()
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html(title, url === '/' ? [...(named ?? hostile?.links ?? ['/bad']), ...good] : []))
  })
  server.on('connection', (socket) => socket.on('error', () => undefined))
  servers.push(server)
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`)),
  )
}

const control = createServer((request, response) => {
  const name = decodeURIComponent((request.url ?? '').replace('/open/', ''))
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
  void serve(name).then((origin) => response.end(JSON.stringify(origin)))
})
control.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${control.address().port}\n`))
// The parent has ended, and nothing else would end this process.
process.stdin.resume().once('end', () => process.exit(0))
