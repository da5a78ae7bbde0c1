import { expect, it } from 'vitest'
import { contentHash } from '../../src/manifest/content-hash.ts'
import { toMarkdown } from '../support/to-markdown.ts'

// Pages of news and manuals are read twice. Nothing of their content differs, only what a site makes for each load.

/** Parts of pages that differ between two loads, by the number of the load. */
const NOISE: readonly ((load: number) => string)[] = [
  (load) => `<p>Updated ${3 + load} minutes ago by Ann</p>`,
  (load) => `<p>Aktualisiert vor ${2 + load} Stunden</p>`,
  (load) => `<p>Publié il y a ${4 + load} jours</p>`,
  (load) => `<p>Hace ${1 + load} horas</p>`,
  (load) => `<p>${2 + load} 分前に更新</p>`,
  (load) => `<p>Обновлено ${5 + load} минут назад</p>`,
  (load) => `<li>Ben (${7 + load}m ago): Thanks, this helped me.</li>`,
  (load) => `<p>${1204 + load * 17} views</p>`,
  (load) => `<p>${load + 3} guests online</p>`,
  (load) => `<p>1.${204 + load} Aufrufe</p>`,
  (load) => `<p>Page generated in 0.${12 + load} seconds</p>`,
  (load) => `<p><a href="/cart;jsessionid=A1B2C3D4E5${load}9F">Your cart</a></p>`,
  (load) => `<p><a href="/vote?id=7&csrf_token=9f8e7d6c5b4a${load}1">Vote</a></p>`,
  (load) =>
    `<p><a href="https://files.example.com/plan.pdf?X-Amz-Date=2026112${load}T101112Z&X-Amz-Signature=ab${load}cdef0123456789abcdef0123456789abcdef">Plan</a></p>`,
  (load) =>
    `<p><img src="https://x.blob.example.net/a.png?sv=2024-11-04&se=2026-12-0${load + 1}&sig=Zm9v${load}YmFyYmF6cXV4MTIzNDU2Nzg5MA%3D%3D" alt="A map"></p>`,
  (load) => `<p><img src="/lamp.png?v=${1764288000 + load * 86400}" alt="A lamp"></p>`,
  (load) => `<p><a href="/cdn-cgi/l/email-protection#5a2b${load}c77c0">Write to us</a></p>`,
  (load) =>
    `<form><input type="hidden" name="__VIEWSTATE" value="dDwtMTA${load}4NzY1"><button>Send</button></form>`,
  (load) => `<!-- cached at 10:0${load} --><script nonce="a${load}f3">start(${load})</script>`,
]

const TEXTS = [
  'The council voted on Tuesday to keep the old bridge open until the new one is ready.',
  'Run the installer, then restart the service, and check that the lamp on the front is green.',
  'The match ended with a record of 2:31.4, and the crowd of 12,000 stayed until the end.',
]

/** Page number `index` as its site sends it at a load: prose, code, and three to six parts that differ. */
function pageAt(index: number, load: number): string {
  const noise = Array.from({ length: 3 + (index % 4) }, (_, at) =>
    NOISE[(index * 5 + at * 7) % NOISE.length]?.(load),
  )
  const text = TEXTS[index % TEXTS.length] ?? ''
  const code = index % 2 === 0 ? '' : '<pre><code>lamp --wait 5m --seed 1764288000</code></pre>'
  return `<main><h1>Story ${index}</h1><p>${text}</p>${noise.join('\n')}<p>${text.toUpperCase()}</p>${code}</main>`
}

const hashOf = (html: string, title = 'Story', description = 'About it') =>
  contentHash({ title, description, text: toMarkdown(html), kind: 'markdown' })

it('the hash differs for at most one of 29 pages that are read twice unchanged', () => {
  const differing = Array.from({ length: 29 }, (_, index) => index).filter(
    (index) => hashOf(pageAt(index, 1)) !== hashOf(pageAt(index, 2)),
  )
  expect(differing.length).toBeLessThanOrEqual(1)
})

it.each([
  ['a word', 'The bridge is open.', 'The bridge is closed.'],
  ['a price', '<p>19.00 EUR</p>', '<p>19.50 EUR</p>'],
  ['votes', '<p>12 votes</p>', '<p>13 votes</p>'],
  ['likes', '<p>120 likes</p>', '<p>121 likes</p>'],
  ['downloads', '<p>1,204 downloads</p>', '<p>1,310 downloads</p>'],
  ['stars', '<p>4.5 of 5 stars</p>', '<p>4.4 of 5 stars</p>'],
  ['a quota', '<p>Up to 500 requests an hour</p>', '<p>Up to 600 requests an hour</p>'],
  ['a race time', '<p>Winner: 2:31.4</p>', '<p>Winner: 2:31.3</p>'],
  ['the time of an event', '<p>Starts at 10:00</p>', '<p>Starts at 11:00</p>'],
  ['an ISO time', '<p>2026-11-28T10:00:00Z</p>', '<p>2026-11-28T11:00:00Z</p>'],
  ['a date', '<p>Due on 3 May 2026</p>', '<p>Due on 4 May 2026</p>'],
  ['a year', '<p>Founded in 1998</p>', '<p>Founded in 1999</p>'],
  [
    'a UUID',
    '<p>Key 6f1c2a4e-0001-4b2a-9c3d-000000000001</p>',
    '<p>Key 6f1c2a4e-0001-4b2a-9c3d-000000000002</p>',
  ],
  ['a version', '<p>Version 1.2.3</p>', '<p>Version 1.2.4</p>'],
  ['a checksum', '<p>SHA-256 9f86d081884c7d65</p>', '<p>SHA-256 60303ae22b998861</p>'],
  ['a duration', '<p>Wait 5 minutes</p>', '<p>Wait 6 minutes</p>'],
  ['a deadline', '<p>within 3 days</p>', '<p>within 5 days</p>'],
  ['an age in code', '<pre><code>5 minutes ago</code></pre>', '<pre><code>6 minutes ago</code></pre>'],
  [
    'a token in code',
    '<pre><code>token=9f8e7d6c5b4a</code></pre>',
    '<pre><code>token=1f8e7d6c5b4a</code></pre>',
  ],
  ['a number in inline code', '<p>Use <code>--wait 5</code></p>', '<p>Use <code>--wait 6</code></p>'],
  ['views in code', '<pre><code>120 views</code></pre>', '<pre><code>121 views</code></pre>'],
  ['a link target', '<p><a href="/a">x</a></p>', '<p><a href="/b">x</a></p>'],
  [
    'a link to another host',
    '<p><a href="https://a.example/">x</a></p>',
    '<p><a href="https://b.example/">x</a></p>',
  ],
  ['a page of a query', '<p><a href="/l?page=2">x</a></p>', '<p><a href="/l?page=3">x</a></p>'],
  ['the id in a query', '<p><a href="/v?id=77">x</a></p>', '<p><a href="/v?id=78">x</a></p>'],
  ['an image', '<p><img src="/a.png" alt="x"></p>', '<p><img src="/b.png" alt="x"></p>'],
  [
    'the alternative text of an image',
    '<p><img src="/a.png" alt="x"></p>',
    '<p><img src="/a.png" alt="y"></p>',
  ],
  ['a heading', '<h2>Install</h2>', '<h2>Installing</h2>'],
  ['the level of a heading', '<h2>Install</h2>', '<h3>Install</h3>'],
  ['an item', '<ul><li>a</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['the order of items', '<ol><li>a</li><li>b</li></ol>', '<ol><li>b</li><li>a</li></ol>'],
  [
    'a cell',
    '<table><tr><th>a</th></tr><tr><td>1</td></tr></table>',
    '<table><tr><th>a</th></tr><tr><td>2</td></tr></table>',
  ],
  ['emphasis', '<p>do <b>not</b> go</p>', '<p>do not go</p>'],
  ['an operator', '<p>5 &gt; 3</p>', '<p>5 &lt; 3</p>'],
  ['case', '<p>US</p>', '<p>us</p>'],
  ['a comma', '<p>1,5</p>', '<p>15</p>'],
  ['indents of code', '<pre><code>if a:\n  b</code></pre>', '<pre><code>if a:\nb</code></pre>'],
  ['an author', '<p>By Ann</p>', '<p>By Ben</p>'],
  ['an added age', '<p>Closed</p>', '<p>Closed 5 minutes ago</p>'],
  ['stock', '<p>3 left in stock</p>', '<p>2 left in stock</p>'],
])('the hash differs if a page changes %s', (_, before, after) => {
  const around = (part: string) => `<main><h1>Story</h1><p>${TEXTS[0]}</p>${part}<p>${TEXTS[1]}</p></main>`
  expect(hashOf(around(before))).not.toBe(hashOf(around(after)))
})

it('the hash differs if only the title or the description changes', () => {
  const html = pageAt(1, 1)
  expect(new Set([hashOf(html), hashOf(html, 'Other'), hashOf(html, 'Story', 'Other')]).size).toBe(3)
})
