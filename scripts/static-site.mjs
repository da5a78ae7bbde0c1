// Serves a folder of files on loopback: the bundled site of the demo, and whatever a measurement wants crawled.
//   node scripts/static-site.mjs DIRECTORY [PORT]
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const LOGIN = '<title>Log in</title><h1>Log in</h1><form><input name="user"></form>\n'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

/**
 * Starts serving `directory`; resolves to `{ url, close }`. Port 0 takes a free one. With `cookie` it serves those who send it,
 * and everybody else its login page.
 */
export function serveDirectory(directory, port = 0, { cookie } = {}) {
  const root = path.resolve(directory)
  const server = createServer((request, response) => {
    const isMember = cookie === undefined || request.headers.cookie === cookie
    if (isMember || request.url === '/robots.txt') answer(root, request, response)
    else response.writeHead(200, { 'content-type': types['.html'] }).end(LOGIN)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const close = () => new Promise((done) => (server.close(done), server.closeAllConnections()))
      resolve({ url: `http://127.0.0.1:${server.address().port}`, close })
    })
  })
}

function answer(root, request, response) {
  try {
    const { pathname } = new URL(request.url, 'http://site')
    let file = path.join(root, path.posix.normalize(decodeURIComponent(pathname)))
    if (statSync(file).isDirectory()) {
      if (!pathname.endsWith('/')) return response.writeHead(301, { location: `${pathname}/` }).end()
      file = path.join(file, 'index.html')
      statSync(file)
    }
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('No such page\n')
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [directory = '.', port = '0'] = process.argv.slice(2)
  const site = await serveDirectory(directory, Number(port))
  console.log(site.url)
}
