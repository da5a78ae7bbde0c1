// A crawl service in a process of its own that starts every job at once and does nothing else. So all CPU of `apply` is its
// own. Prints its port.
import { createServer } from 'node:http'

let jobs = 0
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const id = `00000000-0000-7000-8000-${String(++jobs).padStart(12, '0')}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, id, url: `http://${request.headers.host}/v2/crawl/${id}` }))
  })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
