// The answers of hostile sites for one page, by name: functions of the request and the response.
// Large bodies are made once, when the site opens, because a site that is busy compressing would not answer.
import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

const MEBIBYTE = 2 ** 20
const zeros = (mebibytes) => Buffer.alloc(mebibytes * MEBIBYTE, 'a')
const html = { 'content-type': 'text/html; charset=utf-8' }

const redirect =
  (location, status = 302) =>
  (_, response) =>
    response.writeHead(status, { location }).end()
const raw = (text) => (request) => request.socket.end(text)
const typed = (type, body) => (_, response) => response.writeHead(200, { 'content-type': type }).end(body)
/** An answer that makes its text once; `make` does so beforehand. */
const made = (headers, body) => {
  let text
  const answer = (_, response) => response.writeHead(200, headers).end((text ??= body()))
  return Object.assign(answer, { make: () => (text ??= body()) })
}
const page = (body) => made(html, body)
const packed = (encoding, body) => made({ ...html, 'content-encoding': encoding }, body)
const head = (lines, body = '<p>Some text.</p>') =>
  raw(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${lines}\r\n\r\n${body}`)
const repeat = (text, count) => text.repeat(count)

/** Writes until the other end has enough. */
const endless =
  (piece, first = '') =>
  (_, response) => {
    response.writeHead(200, html)
    response.write(first)
    const more = () => void (response.destroyed || response.write(piece, () => setImmediate(more)))
    more()
  }

/** Writes a byte now and then, for ever. */
const drip = (first) => (request) => {
  request.socket.write(first)
  const timer = setInterval(
    () => (request.socket.destroyed ? clearInterval(timer) : request.socket.write('a')),
    100,
  )
}

const redirects = {
  'redirects to itself': (request, response) => redirect(request.url)(request, response),
  'redirects without end': (request, response) => redirect(`${request.url}a`)(request, response),
  'redirects to a file': redirect('file:///etc/passwd'),
  'redirects to a script': redirect('javascript:alert(1)'),
  'redirects to data': redirect('data:text/html,<p>x'),
  'redirects to FTP': redirect('ftp://127.0.0.1/x'),
  'redirects to link-local': redirect('http://169.254.169.254/latest/meta-data/'),
  'redirects to a decimal address': redirect('http://2852039166/'),
  'redirects to a closed port': redirect('http://127.0.0.1:9/'),
  'redirects nowhere': (_, response) => response.writeHead(302).end(),
  'redirects to nothing': redirect(''),
  'redirects to half a megabyte': raw(`HTTP/1.1 302 Found\r\nLocation: /${repeat('a', 500_000)}\r\n\r\n`),
  'redirects by 300 with many choices': redirect('/x', 300),
  'says 304 to nobody who asked': (_, response) => response.writeHead(304).end(),
  'refreshes itself in its head': (request, response) =>
    response.writeHead(200, { ...html, refresh: `0; url=${request.url}` }).end('<p>x'),
  'refreshes itself in its text': (request, response) =>
    page(() => `<meta http-equiv=refresh content="0;url=${request.url}">`)(request, response),
}

const bombs = {
  'unpacks to 1 GiB (gzip)': packed('gzip', () =>
    Buffer.concat(Array.from({ length: 16 }, () => gzipSync(zeros(64)))),
  ),
  'unpacks to 100 MiB (gzip)': packed('gzip', () => gzipSync(zeros(100))),
  'unpacks to 100 MiB (deflate)': packed('deflate', () => deflateSync(zeros(100))),
  'unpacks to 100 MiB (raw deflate)': packed('deflate', () => deflateRawSync(zeros(100))),
  'unpacks to 100 MiB (br)': packed('br', () => brotliCompressSync(zeros(100))),
  'is packed twice': packed('gzip, gzip', () => gzipSync(gzipSync(zeros(100)))),
  'says that it is packed a hundred times': packed(repeat('gzip, ', 99) + 'gzip', () => gzipSync('x')),
  'is packed by what nobody knows': packed('magic', () => 'abc'),
  'is packed and cut': packed('gzip', () => gzipSync(zeros(1)).subarray(0, 500)),
  'is not packed as it says': packed('gzip', () => '<p>plain'),
  'is packed with more behind it': packed('gzip', () =>
    Buffer.concat([gzipSync('<p>x'), Buffer.from('junk')]),
  ),
  'never ends': endless(repeat('<p>more</p>', 1000)),
  'never ends in one tag': endless(repeat('a', 10_000), '<p title="'),
  'has 30 MiB of text': page(() => repeat('<p>word word word</p>\n', 1_400_000)),
  'has 40 MiB': page(() => repeat('a', 40 * MEBIBYTE)),
}

const lengths = {
  'is shorter than its length': head('Content-Length: 5000'),
  'is longer than its length': head('Content-Length: 5'),
  'has a negative length': head('Content-Length: -1'),
  'has a length of letters': head('Content-Length: many'),
  'has two lengths': head('Content-Length: 5\r\nContent-Length: 17'),
  'has a length of 2^53': head('Content-Length: 9007199254740993'),
  'has a length and chunks': head('Content-Length: 5\r\nTransfer-Encoding: chunked', '3\r\nabc\r\n0\r\n\r\n'),
  'has chunks of no size': head('Transfer-Encoding: chunked', 'zz\r\nabc\r\n'),
  'has a chunk of 2^60': head('Transfer-Encoding: chunked', 'fffffffffffffff\r\nabc\r\n'),
  'has a chunk extension of 1 MiB': head(
    'Transfer-Encoding: chunked',
    `3;${repeat('x', MEBIBYTE)}\r\nabc\r\n0\r\n\r\n`,
  ),
  'has 10,000 trailers': head('Transfer-Encoding: chunked', `0\r\n${repeat('x: y\r\n', 10_000)}\r\n`),
  'ends in its head': raw('HTTP/1.1 200 OK\r\nContent-Ty'),
  'ends in its chunk': head('Transfer-Encoding: chunked', 'ff\r\nabc'),
}

const heads = {
  'says nothing and hangs up': (request) => request.socket.destroy(),
  resets: (request) => request.socket.resetAndDestroy(),
  'resets in its text': (request) =>
    request.socket.write('HTTP/1.1 200 OK\r\n\r\n<p>', () => request.socket.resetAndDestroy()),
  'is no HTTP': raw('SSH-2.0-OpenSSH_9.6\r\n'),
  'is HTTP/0.9': raw('<p>just text</p>'),
  'is HTTP/2': raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'has a status of 999': raw('HTTP/1.1 999 Go\r\nContent-Length: 0\r\n\r\n'),
  'has a status of 0': raw('HTTP/1.1 000 No\r\nContent-Length: 0\r\n\r\n'),
  'has a text with 204': raw('HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nabcde'),
  'says 100 a thousand times': raw(repeat('HTTP/1.1 100 Continue\r\n\r\n', 1000)),
  'says 103 for ever': (request) => {
    const more = () =>
      void (
        request.socket.destroyed ||
        request.socket.write(repeat('HTTP/1.1 103 Early\r\n\r\n', 100), () => setImmediate(more))
      )
    more()
  },
  'switches protocols': raw('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc'),
  'has 20,000 headers': head(Array.from({ length: 20_000 }, (_, at) => `X-${at}: y`).join('\r\n')),
  'has a header of 5 MiB': head(`X: ${repeat('y', 5 * MEBIBYTE)}`),
  'has a header that never ends': endlessHeader,
  'has NUL in a header': head('X: a\0b'),
  'has a header without a name': head(': a'),
  'has line feeds alone': raw('HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>x'),
  'sets 5,000 cookies': head(
    Array.from({ length: 5000 }, (_, at) => `Set-Cookie: c${at}=${repeat('v', 50)}`).join('\r\n'),
  ),
  'asks for a password': (_, response) =>
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
  'asks to come back in a year': (_, response) =>
    response.writeHead(503, { 'retry-after': '31536000' }).end(),
  'asks to come back at no time': (_, response) => response.writeHead(429, { 'retry-after': 'never' }).end(),
}

/** Files that are too many for memory at once, on connections that the site closes after them in its own way. */
const closed = (first, close) => {
  const body = Buffer.concat([Buffer.from(`${first}\r\n\r\n%PDF-1.4\n`), zeros(5)])
  const answer = (request) => request.socket.write(body, () => close(request.socket))
  return Object.assign(answer, { links: Array.from({ length: 24 }, (_, at) => `/bad/${at}`) })
}
const heavy = {
  'sends large files and hangs up (HTTP/1.0)': closed('HTTP/1.0 200 OK', (socket) => socket.end()),
  'sends large files and hangs up (with a length)': closed(
    `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${5 * MEBIBYTE + 9}`,
    (socket) => socket.end(),
  ),
  'sends large files and resets': closed('HTTP/1.1 200 OK\r\nConnection: close', (socket) =>
    socket.resetAndDestroy(),
  ),
}

function endlessHeader(request) {
  request.socket.write('HTTP/1.1 200 OK\r\nX: ')
  const more = () =>
    void (request.socket.destroyed || request.socket.write(repeat('y', 10_000), () => setImmediate(more)))
  more()
}

const slow = {
  'never answers': () => undefined,
  'drips its head': drip('HTTP/1.1 200 OK\r\nX: '),
  'drips its text': drip('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>'),
  'drips its status': drip('HTTP/1'),
  'stops in the middle': (_, response) =>
    void response.writeHead(200, html).write(repeat('<p>x</p>', 10_000)),
}

const charsets = Object.fromEntries(
  [
    ['an unknown charset', 'nonsense-8', Buffer.from([0xe9, 0xff, 0x00, 0x41])],
    ['UTF-16 without a mark', 'utf-16', Buffer.from('<p>text', 'utf16le')],
    ['UTF-16 cut in a sign', 'utf-16le', Buffer.from('<p>text', 'utf16le').subarray(0, 9)],
    ['UTF-7', 'utf-7', Buffer.from('+ADw-script+AD4-')],
    ['a mark of another charset', 'iso-8859-1', Buffer.from('\uFEFF<p>text')],
    ['ISO-2022-JP that escapes for ever', 'iso-2022-jp', Buffer.from(repeat('\u001B$B', 100_000))],
    ['GB18030 cut in a sign', 'gb18030', Buffer.from([0x81, 0x30, 0x81])],
    ['bytes that are no UTF-8', 'utf-8', Buffer.alloc(MEBIBYTE, 0xc0)],
    ['NUL throughout', 'utf-8', Buffer.alloc(MEBIBYTE)],
    ['a charset of 100 KiB', repeat('x', 8000), Buffer.from('<p>x')],
    ['half a surrogate pair', 'utf-8', Buffer.from([0xed, 0xa0, 0x80])],
  ].map(([name, charset, body]) => [
    `has ${name}`,
    typed(`text/html; charset=${charset}`, Buffer.concat([Buffer.from('<h1>T</h1>'), body])),
  ]),
)

const texts = {
  'nests 100,000 elements': page(() => repeat('<div>', 100_000)),
  'nests 5,000 tables': page(() => repeat('<table><tr><td>', 5000)),
  'nests 20,000 lists': page(() => repeat('<ul><li>', 20_000)),
  'nests 20,000 quotes': page(() => repeat('<blockquote>', 20_000)),
  'nests 10,000 formats': page(() => repeat('<b><i>', 10_000) + 'x'),
  'closes what is not open 500,000 times': page(() => repeat('</p></div>', 500_000)),
  'has 200,000 attributes': page(
    () => `<p ${Array.from({ length: 200_000 }, (_, at) => `a${at}=b`).join(' ')}>x`,
  ),
  'has an attribute of 10 MiB': page(() => `<p title="${repeat('a', 10 * MEBIBYTE)}">x`),
  'has a comment that does not end': page(() => `<!--${repeat('- ', 2_000_000)}`),
  'has a script of 10 MiB': page(() => `<script>${repeat('</scrip ', 1_300_000)}`),
  'has 500,000 entities': page(() => repeat('&amp;&lt;&notanentity;', 500_000)),
  'has a column span of 10^9': page(
    () => '<table><tr><td colspan=1000000000 rowspan=1000000000>x</td></tr></table>',
  ),
  'has a table of 20,000 rows': page(() => `<table>${repeat('<tr><td>a<td>b', 20_000)}</table>`),
  'has 100,000 headings': page(() => repeat('<h2>x</h2>', 100_000)),
  'has 300,000 line breaks': page(() => repeat('<br>', 300_000)),
  'has a picture of 10 MiB in its text': page(
    () => `<img src="data:image/png;base64,${repeat('A', 10 * MEBIBYTE)}">`,
  ),
  'begins plain text': page(() => `<plaintext>${repeat('<a href=/x>', 10_000)}`),
  'opens templates without end': page(() => repeat('<template><svg><math>', 10_000)),
  'has spaces for 20 MiB': page(() => `<p>${repeat(' \n', 10 * MEBIBYTE)}</p>`),
  'has backticks without end': page(() => `<pre>${repeat('`', 500_000)}</pre>`),
  'has signs of Markdown without end': page(() => `<p>${repeat('*_[](', 200_000)}</p>`),
}

const links = {
  'has 50,000 links': page(() =>
    Array.from({ length: 50_000 }, (_, at) => `<a href="/n${at}">x</a>`).join(''),
  ),
  'has a link of 1 MiB': page(() => `<a href="/${repeat('a', MEBIBYTE)}">x</a>`),
  'has a link with 100,000 parameters': page(() => `<a href="/?${repeat('a=b&', 100_000)}">x</a>`),
  'has links that climb': page(() => repeat('<a href="../../../../etc/passwd">x</a>', 1000)),
  'has links to no pages': page(() =>
    ['javascript:x', 'data:,x', 'mailto:a@b', 'http://', 'http://[', 'http://a:99999/', '//', '\0']
      .map((at) => `<a href="${at}">x</a>`)
      .join(''),
  ),
  'has a hostile base': page(
    () => '<base href="javascript:x"><base href="http://169.254.169.254/"><a href="x">x</a>',
  ),
  'leads deeper without end': (request, response) =>
    page(() => `<a href="${request.url}/deeper">x</a><a href="${request.url}/down">y</a>`)(request, response),
  'has sessions in its links': (request, response) =>
    page(() =>
      Array.from(
        { length: 40 },
        () => `<a href="${request.url.split('?')[0]}?sid=${Math.random()}">x</a>`,
      ).join(''),
    )(request, response),
  'names another page canonical': page(() => '<link rel=canonical href="/nothing"><p>x'),
  'forbids all to robots': page(
    () => '<meta name=robots content="noindex, nofollow, none"><a href="/x">x</a>',
  ),
}

const kinds = {
  'is a picture called HTML': typed('text/html', Buffer.alloc(MEBIBYTE, 0x89)),
  'has no type': raw('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<p>x'),
  'has a type of 8 KiB': typed(`text/html;${repeat(' a=b;', 1600)}`, '<p>x'),
  'is 20 MiB of plain text': typed('text/plain', repeat('word ', 4 * MEBIBYTE)),
  'is JSON nested 100,000 deep': typed('application/json', repeat('[', 100_000)),
  'is XML that laughs a billion times': typed(
    'application/xml',
    `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY ${String.fromCharCode(98 + at)} "${repeat(`&${String.fromCharCode(97 + at)};`, 10)}">`).join('')}]><l>&u;</l>`,
  ),
  'is a PDF of noise': typed('application/pdf', Buffer.alloc(MEBIBYTE, 'x')),
  'is a PDF that ends at once': typed('application/pdf', '%PDF-1.7\n1 0 obj <<'),
  'is a PDF whose references are a circle': typed(
    'application/pdf',
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 9>>endobj\ntrailer<</Root 1 0 R>>',
  ),
  'is an archive': typed('application/zip', Buffer.alloc(MEBIBYTE, 'PK')),
  'is events without end': (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: x\n\n'),
  'is parts without end': typed('multipart/x-mixed-replace; boundary=x', repeat('--x\r\n\r\n', 10_000)),
}

/** What many pages of a site answer, all of them at once. */
const crowd = (answer, { pages = 50 } = {}) =>
  Object.assign((request, response) => answer(request, response), {
    make: answer.make,
    links: Array.from({ length: pages }, (_, at) => `/bad/${at}`),
  })
const LONG = 31 * 1_000_000
const long = () => repeat('<p>word word word</p>\n', LONG / 22)
/** Text that is hardly smaller when it is packed. */
const dense = () => randomBytes((LONG * 3) / 4).toString('base64')

/** A PDF of one page with a line of text, and a picture that takes the rest. */
const pictures = () => {
  const length = LONG - 1000
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>/XObject<</X 6 0 R>>>>>>',
    '<</Length 37>>\nstream\nBT /F1 12 Tf 72 700 Td (Words.) Tj ET\nendstream',
    `<</Type/XObject/Subtype/Image/Width 9/Height 9/ColorSpace/DeviceGray/BitsPerComponent 8/Length ${length}>>\nstream\n`,
  ].map((text, index) => `${index + 1} 0 obj\n${text}${index === 5 ? '' : '\nendobj\n'}`)
  const starts = objects.map((_, index) => 9 + objects.slice(0, index).join('').length)
  const end = '\nendstream\nendobj\n'
  const table = 9 + objects.join('').length + length + end.length
  const rows = starts.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.concat([
    Buffer.from(`%PDF-1.4\n${objects.join('')}`),
    randomBytes(length),
    Buffer.from(`${end}xref\n0 7\n0000000000 65535 f \n${rows}`),
    Buffer.from(`trailer<</Size 7/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`),
  ])
}

const crowds = {
  'has 50 pages of 31 MB': crowd(page(long)),
  'has 50 pages of 31 MB in chunks': crowd(made({ ...html, 'transfer-encoding': 'chunked' }, long)),
  'has 50 pages that are packed from 31 MB': crowd(packed('gzip', () => gzipSync(long()))),
  'has 50 pages of 31 MB that are packed to 23 MB': crowd(packed('gzip', () => gzipSync(dense()))),
  'has 50 pages of 31 MB of plain text': crowd(
    made({ 'content-type': 'text/plain; charset=windows-1251' }, dense),
  ),
  'has 50 pages of 31 MB of no type': crowd(made({}, long)),
  'has 50 files of 31 MB': crowd(made({ 'content-type': 'application/pdf' }, dense)),
  'has 50 files of 31 MB that can be read': crowd(made({ 'content-type': 'application/pdf' }, pictures)),
  'has 50 files of 31 MB that are packed to 23 MB': crowd(
    made({ 'content-type': 'application/pdf', 'content-encoding': 'gzip' }, () => gzipSync(dense())),
  ),
  'has 50 packed files of 31 MB of no type': crowd(
    made({ 'content-type': '*/*', 'content-encoding': 'gzip' }, () => gzipSync(pictures(), { level: 0 })),
  ),
  'has one file of 31 MB': crowd(made({ 'content-type': 'application/pdf' }, dense), { pages: 1 }),
  // Fewer: a site that does not answer is asked for less at once, and each page is asked for three times.
  'has 12 pages that stop after 5 MB': crowd(
    (_, response) => void response.writeHead(200, html).write(repeat('<p>x</p>', 625_000)),
    { pages: 12 },
  ),
}

export const answers = {
  ...redirects,
  ...bombs,
  ...lengths,
  ...heads,
  ...heavy,
  ...slow,
  ...charsets,
  ...texts,
  ...links,
  ...kinds,
  ...crowds,
}

const xml = (body) => typed('application/xml', body)

/** Cases whose robots.txt or sitemap is hostile, by the path of that. */
export const wellKnown = {
  'robots.txt of 20 MiB': { '/robots.txt': typed('text/plain', repeat('Disallow: /x\n', 1_600_000)) },
  'robots.txt that never ends': { '/robots.txt': endless(repeat('Disallow: /x\n', 1000)) },
  'robots.txt that redirects to itself': { '/robots.txt': redirect('/robots.txt') },
  'robots.txt of stars': {
    '/robots.txt': typed('text/plain', `User-agent: *\nDisallow: /${repeat('*a', 5000)}$\n`),
  },
  'robots.txt that is HTML': { '/robots.txt': typed('text/html', '<h1>Hello') },
  'a sitemap that lists itself': {
    '/sitemap.xml': xml('<sitemapindex><sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>'),
  },
  'a sitemap of 500,000 pages': {
    '/sitemap.xml': xml(`<urlset>${repeat('<url><loc>http://127.0.0.1/x</loc></url>', 500_000)}</urlset>`),
  },
  'a sitemap that never ends': { '/sitemap.xml': endless(repeat('<url>', 1000), '<urlset>') },
  'a sitemap that unpacks to 1 GiB': {
    '/sitemap.xml': packed('gzip', () =>
      Buffer.concat(Array.from({ length: 16 }, () => gzipSync(zeros(64)))),
    ),
  },
  'a sitemap that laughs a billion times': { '/sitemap.xml': kinds['is XML that laughs a billion times'] },
  'a sitemap of noise': { '/sitemap.xml': xml(Buffer.alloc(MEBIBYTE, 0xff)) },
}
