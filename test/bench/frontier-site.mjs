// A site of pages with 1,000 links each, no page linked twice: a page's number times 1,000 and what follows are its links.
//   node frontier-site.mjs [FAN]
// Prints its URL. GET /__count answers with the pages that it has sent.
import { createServer } from 'node:http'

const fan = Number(process.argv[2] ?? 1000)
const text =
  'What a page of a shop says of its goods, in some words that are the same on every page. '.repeat(20)
let sent = 0

function page(number) {
  const links = Array.from({ length: fan }, (_, index) => {
    const target = number * fan + 1 + index
    return `<li><a href="/shop/section-${target % 97}/article-${target}-of-the-catalogue">Article ${target}</a></li>`
  })
  return `<!doctype html><title>Article ${number}</title><main><h1>Article ${number}</h1><p>${text}</p></main><ul>${links.join('\n')}</ul>`
}

const server = createServer((request, response) => {
  const number = request.url === '/' ? 0 : /\/article-(\d+)-/.exec(request.url)?.[1]
  if (request.url === '/__count') return response.end(String(sent))
  if (number === undefined) return response.writeHead(404).end()
  sent++
  response.setHeader('content-type', 'text/html; charset=utf-8').end(page(Number(number)))
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
