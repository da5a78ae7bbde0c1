// A web site of trees in a process of its own, for campaigns: what the crawler asks for is counted where no fault of the
// crawler reaches. Prints its origin.
//   /tree/NAME/PAGES/I    page I of a tree of PAGES pages; links to its eight children and some pages before it
//   /mixed/NAME/PAGES/I   the same, with pages between that move, are missing, are PDFs, or come without a length
//   /__counts/NAME        how often each page of the tree was asked for, as JSON; DELETE forgets it
//   /__total/NAME         how often they were asked for together
//   /__hold/MS            from now on every page is answered so many milliseconds late
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { 'hold-ms': { type: 'string', default: '0' } } })
const FAN = 8
const WORDS =
  'crawl page link depth scope limit frontier result plan apply record origin setting profile'.split(' ')

/** @type {Map<string, Map<number, number>>} */
const counts = new Map()
let holdMs = Number(values['hold-ms'])

const children = (index, pages) =>
  Array.from({ length: FAN }, (_, child) => FAN * index + child + 1).filter((child) => child < pages)

/** A multiplicative hash (Knuth), so that a page is the same at every request. */
const mix = (a, b) => (Math.imul(a + 1, 2_654_435_761) ^ Math.imul(b + 7, 40_503)) >>> 0

function html({ kind, name, pages, index }) {
  const below = `/${kind}/${name}/${pages}`
  const targets = [...children(index, pages), ...[1, 2, 3].map((salt) => mix(index, salt) % (index + 1))]
  const items = targets.map((target) => `<li><a href="${below}/${target}">Page ${target}</a></li>`)
  const text = Array.from({ length: 4 + (index % 5) }, (_, part) => {
    const words = Array.from({ length: 40 }, (_word, at) => WORDS[mix(index + part, at) % WORDS.length])
    return `<p>${words.join(' ')} ${index}.</p>`
  })
  return `<!doctype html><html><head><title>Page ${index}</title></head><body><nav><a href="${below}/0">Start</a></nav><main><h1>Page ${index} of ${name}</h1>${text.join('\n')}<ul>${items.join('')}</ul></main></body></html>`
}

function answer(response, { kind, name, pages, index }) {
  // Only leaves are odd, so that a tree keeps its size.
  const odd = kind === 'mixed' && children(index, pages).length === 0 ? index % 20 : 0
  if (odd === 3) return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Gone</h1>')
  if (odd === 7 && index > 1)
    return response.writeHead(302, { location: `/mixed/${name}/${pages}/${index - 1}` }).end()
  const body = html({ kind, name, pages, index })
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (odd === 11) {
    for (let from = 0; from < body.length; from += 500) response.write(body.slice(from, from + 500))
    return response.end()
  }
  if (odd === 13) response.setHeader('etag', `"${index}"`)
  response.end(body)
}

const server = createServer((request, response) => {
  const [, kind = '', name = '', pages = '', index = ''] = (request.url ?? '').split('/')
  if (kind === '__counts') {
    response.end(JSON.stringify(Object.fromEntries(counts.get(name) ?? [])))
    if (request.method === 'DELETE') counts.delete(name)
  } else if (kind === '__total') {
    const asked = [...(counts.get(name)?.values() ?? [])]
    response.end(String(asked.reduce((sum, count) => sum + count, 0)))
  } else if (kind === '__hold') {
    holdMs = Number(name)
    response.end()
  } else if ((kind === 'tree' || kind === 'mixed') && Number(index) < Number(pages)) {
    if (kind === 'tree') {
      const asked = counts.get(name) ?? new Map()
      counts.set(name, asked.set(Number(index), (asked.get(Number(index)) ?? 0) + 1))
    }
    const send = () => answer(response, { kind, name, pages: Number(pages), index: Number(index) })
    if (holdMs > 0) setTimeout(send, holdMs)
    else send()
  } else response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
// The parent has ended, and nothing else would end this process.
process.stdin.resume().once('end', () => process.exit(0))
