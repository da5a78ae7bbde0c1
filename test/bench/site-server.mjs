#!/usr/bin/env node
// A deterministic web site for crawl measurements. Node >= 20, no dependencies.
//
//   node site-server.mjs [--pages 1000] [--port 8099] [--host 127.0.0.1] [--latency 0] [--jitter 0]
//                        [--seed 1] [--traps] [--gzip] [--slow-every 0] [--slow-ms 2000]
//                        [--root DIR] [--export DIR] [--urls] [--no-validators]
//
// Synthetic mode (default): a tree of N pages, each page linked from its parent (fan-out 8, so discovery depth is
// about log8 N) and from many others. Page paths nest (/alpha-1/beta-9/), so "children only" crawls are meaningful.
// Without --traps every link on the site leads to one of the N pages (or off-site / to a non-http scheme / to a
// fragment of a page), each page has exactly one URL, and a full crawl fetches exactly N pages plus robots.txt and,
// if the crawler asks for them, the sitemaps: that is the mode for comparing crawlers on the same work.
//   --traps  adds: query-string variants (?utm_source=, ?page=, ?sort=), 301/302 chains, a redirect loop, 404s, 500s,
//            a robots-disallowed area, orphan pages that only the sitemap names, pages missing from the sitemap,
//            <base href>, rel=canonical elsewhere, nofollow, meta refresh, a PDF, images, css, an infinite calendar.
// --root DIR     serves a folder of real files instead (index.html for folders; query strings ignored).
// --latency MS   wait before each answer; --jitter MS adds a deterministic 0..MS per URL.
// --slow-every K every K-th page also waits --slow-ms.
// --gzip         compresses HTML for clients that accept it (each page once, then from memory).
// --export DIR   writes the synthetic site as DIR/.../index.html (for nginx and parse-only runs) and exits.
// --no-validators leaves ETag and Last-Modified out.
// --urls         prints the N page URLs, one a line, and exits.
//
// Control (not counted): GET /__stats  -> JSON counts (requests, pages, uniquePages, duplicates, statuses, bytes,
// maxInFlight, connections, firstMs..lastMs = span between first request and last answer, cpuMs of this process);
// GET /__reset -> sets them to zero.  GET /__quit -> exit.

import net from 'node:net'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { parseArgs } from 'node:util'

const { values: o } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    port: { type: 'string', default: '8099' },
    host: { type: 'string', default: '127.0.0.1' },
    latency: { type: 'string', default: '0' },
    jitter: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    traps: { type: 'boolean', default: false },
    gzip: { type: 'boolean', default: false },
    'slow-every': { type: 'string', default: '0' },
    'slow-ms': { type: 'string', default: '2000' },
    root: { type: 'string' },
    export: { type: 'string' },
    urls: { type: 'boolean', default: false },
    'no-validators': { type: 'boolean', default: false },
  },
})
const N = Number(o.pages)
const PORT = Number(o.port)
const LAT = Number(o.latency)
const JIT = Number(o.jitter)
const SLOW_EVERY = Number(o['slow-every'])
const SLOW_MS = Number(o['slow-ms'])
const SEED = Number(o.seed)
const TRAPS = o.traps
const ORIGIN = `http://${o.host}:${PORT}`
const FAN = 8

// ---------- deterministic material ----------
function rng(seed) {
  let a = (seed * 2654435761 + SEED * 40503) >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = a
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
const SYL =
  'ba be bi bo da de di do fa fe ga go ha he ka ke ki la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se si so ta te ti to va ve vi wa we ya za'.split(
    ' ',
  )
const WORDS = (() => {
  const r = rng(7)
  const s = new Set()
  while (s.size < 2400) {
    let w = ''
    for (let n = 1 + Math.floor(r() * 4); n >= 0; n--) w += SYL[Math.floor(r() * SYL.length)]
    s.add(w)
  }
  return [...s]
})()
const word = (r) => WORDS[Math.floor(r() * r() * WORDS.length)]
const words = (r, n) => Array.from({ length: n }, () => word(r)).join(' ')
const cap = (s) => s[0].toUpperCase() + s.slice(1)
const sentence = (r) =>
  cap(words(r, 6 + Math.floor(r() * 14))) + (r() < 0.1 ? ' &mdash; ' + words(r, 4) : '') + '. '
const slugWord = (i) => WORDS[(i * 7919) % WORDS.length]

const pathCache = new Array(N)
function pagePath(i) {
  if (i === 0) return '/'
  return (pathCache[i] ??= `${pagePath(Math.floor((i - 1) / FAN))}${slugWord(i)}-${i}/`)
}
function pageIndex(p) {
  if (p === '/') return 0
  const m = /-(\d+)\/$/.exec(p)
  if (!m) return -1
  const i = Number(m[1])
  return i > 0 && i < N && pagePath(i) === p ? i : -1
}

// 97 article sections, 4-9 KB each; a page is made of 3..6 of them
const SECTIONS = Array.from({ length: 97 }, (_, k) => {
  const r = rng(1000 + k)
  const link = () => pagePath(Math.floor(r() * N))
  let h = `\n<section id="s${k}">\n<h2 class="heading"><a class="anchor" href="#s${k}" aria-hidden="true">#</a> ${cap(words(r, 4))}</h2>\n`
  const paras = 5 + Math.floor(r() * 6)
  for (let p = 0; p < paras; p++) {
    h += '<p>'
    for (let s = 3 + Math.floor(r() * 4); s > 0; s--) {
      const x = r()
      if (x < 0.12)
        h += `${cap(words(r, 5))} <a href="${link()}" title="${words(r, 3)}">${words(r, 2)}</a> ${words(r, 6)}. `
      else if (x < 0.15)
        h += `See <a href="${ORIGIN}${link()}#s${k}" class="xref">${words(r, 3)}</a> &amp; ${words(r, 5)}. `
      else if (x < 0.17)
        h += `<a href="https://ext${k}.example.org/${word(r)}?q=${word(r)}&amp;l=en" rel="noopener">${words(r, 2)}</a> ${words(r, 5)}. `
      else if (x < 0.25)
        h += `<strong>${words(r, 2)}</strong> ${words(r, 7)} <code>${word(r)}_${word(r)}()</code>. `
      else if (x < 0.3) h += `<em>${words(r, 3)}</em>, &ldquo;${words(r, 6)}&rdquo;. `
      else h += sentence(r)
    }
    h += '</p>\n'
  }
  const t = r()
  if (t < 0.35) {
    h += `<div class="highlight"><pre><code class="language-js">`
    for (let l = 8 + Math.floor(r() * 14); l > 0; l--)
      h += `<span class="k">const</span> <span class="n">${word(r)}</span> = <span class="nf">${word(r)}</span>(<span class="s">&quot;${word(r)}&quot;</span>, ${Math.floor(r() * 99)}); <span class="c">// ${words(r, 3)}</span>\n`
    h += `</code></pre></div>\n`
  } else if (t < 0.6) {
    h += `<table class="table"><thead><tr>${['a', 'b', 'c', 'd'].map(() => `<th scope="col">${cap(word(r))}</th>`).join('')}</tr></thead><tbody>\n`
    for (let l = 6 + Math.floor(r() * 10); l > 0; l--)
      h += `<tr><td><code>${word(r)}</code></td><td>${Math.floor(r() * 1e4)}</td><td>${words(r, 4)}</td><td><a href="${link()}">${word(r)}</a></td></tr>\n`
    h += `</tbody></table>\n`
  } else if (t < 0.85) {
    h += `<ul>\n`
    for (let l = 5 + Math.floor(r() * 8); l > 0; l--)
      h += `<li><p>${sentence(r)}</p>${r() < 0.3 ? `<ul><li>${words(r, 5)}</li><li><a href="${link()}">${words(r, 2)}</a></li></ul>` : ''}</li>\n`
    h += `</ul>\n`
  } else {
    h += `<figure><img src="/img/${k}.png" srcset="/img/${k}.png 1x, /img/${k}@2x.png 2x" alt="${words(r, 4)}" width="640" height="360" loading="lazy"><figcaption>${words(r, 6)}</figcaption></figure>\n<blockquote><p>${sentence(r)}${sentence(r)}</p></blockquote>\n`
  }
  return Buffer.from(h + '</section>\n')
})

const top = Array.from({ length: Math.min(FAN, N - 1) }, (_, k) => k + 1)
const HEAD_CSS =
  '<style>' +
  Array.from(
    { length: 30 },
    (_, k) =>
      `.c${k}{margin:${k}px auto;padding:0 ${k % 7}rem;color:#${(k * 54321 + 1118481).toString(16).slice(0, 6)}}`,
  ).join('') +
  '</style>'
const NAV = Buffer.from(
  `<a class="skip" href="#main">Skip</a>\n<header class="site-header"><div class="c1"><a class="logo" href="/"><svg width="24" height="24" viewBox="0 0 24 24"><path d="M12 2L2 7l10 5 10-5-10-5z"/></svg> ${cap(WORDS[0])}</a>\n<nav class="nav" aria-label="Main"><ul>${top.map((k) => `<li class="nav-item"><a class="nav-link" href="${pagePath(k)}">${cap(slugWord(k))}</a></li>`).join('')}<li><a href="javascript:void(0)" onclick="t()">Theme</a></li></ul></nav>\n<form action="/search" method="get" role="search"><input type="search" name="q" placeholder="Search"><button type="submit">Go</button></form></div></header>\n`,
)
const FOOT = Buffer.from(
  `<footer class="site-footer"><div class="c2"><div class="cols">${[0, 1, 2]
    .map(
      (c) =>
        `<div><h3>${cap(WORDS[c + 9])}</h3><ul>${[1, 2, 3, 4, 5]
          .map((k) => {
            const t = (c * 131 + k * 17) % N
            return `<li><a href="${pagePath(t)}">${cap(slugWord(t))}</a></li>`
          })
          .join('')}</ul></div>`,
    )
    .join(
      '',
    )}</div><p>&copy; 2026 Example &middot; <a href="mailto:hi@example.org">hi@example.org</a> &middot; <a href="https://social.example.net/@x" rel="me nofollow">Social</a> &middot; <a href="tel:+100000000">+1 0000</a></p></div></footer>\n<script>window.dataLayer=window.dataLayer||[];function t(){document.documentElement.classList.toggle("dark")}for(var i=0;i<3;i++){if(i<2&&"</a>".length){dataLayer.push({e:"<a href='/not-a-link-"+i+"/'>"})}}</script>\n<script type="application/json" id="state">${JSON.stringify({ routes: Array.from({ length: 40 }, (_, k) => ({ id: k, p: `/r/${WORDS[k]}`, t: WORDS[k + 100] })) }).replace(/</g, '\\u003c')}</script>\n</body>\n</html>\n`,
)

function relative(from, to) {
  // a "../" style relative reference, as documentation generators write them
  const a = from.split('/').slice(1, -1)
  const b = to.split('/').slice(1, -1)
  let k = 0
  while (k < a.length && k < b.length && a[k] === b[k]) k++
  const up = '../'.repeat(a.length - k) + b.slice(k).join('/')
  return up === '' ? './' : up.endsWith('/') ? up : up + '/'
}

function renderPage(i) {
  const r = rng(50000 + i)
  const p = pagePath(i)
  const title = `${cap(slugWord(i))} ${i} ${words(r, 3)}`
  const kids = []
  for (let c = FAN * i + 1; c <= FAN * i + FAN && c < N; c++) kids.push(c)
  const parent = i === 0 ? -1 : Math.floor((i - 1) / FAN)
  const sibs = []
  if (i > 0) for (let c = FAN * parent + 1; c <= FAN * parent + FAN && c < N; c++) sibs.push(c)
  const crumbs = []
  for (let a = i; a > 0;) {
    a = Math.floor((a - 1) / FAN)
    crumbs.unshift(a)
  }
  const canonical = TRAPS && i % 37 === 5 ? pagePath(parent) : p
  let head = `<!DOCTYPE html>\n<html lang="en" data-theme="light">\n<head>\n<meta charset="utf-8">\n<title>${title} | Example</title>\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="description" content="${words(r, 18)}">\n<link rel="canonical" href="${ORIGIN}${canonical}">\n<meta property="og:title" content="${title}">\n<meta property="og:url" content="${ORIGIN}${p}">\n<meta property="og:type" content="article">\n<link rel="stylesheet" href="/assets/main.css">\n<link rel="icon" href="/favicon.ico">\n${TRAPS && i % 53 === 7 ? `<base href="${pagePath(parent)}">\n` : ''}${TRAPS && i % 61 === 9 ? '<meta name="robots" content="noindex,nofollow">\n' : ''}<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"${title}","url":"${ORIGIN}${p}"}</script>\n${HEAD_CSS}\n</head>\n<body class="page page-${i % 13}">\n`
  let side = `<div class="layout">\n<aside class="sidebar"><nav aria-label="Section"><ul>${sibs.map((k) => `<li${k === i ? ' class="current"' : ''}><a href="${TRAPS && i % 53 === 7 ? pagePath(k) : relative(p, pagePath(k))}">${cap(slugWord(k))} ${k}</a></li>`).join('\n')}</ul></nav></aside>\n<main id="main">\n<nav class="breadcrumbs"><ol>${crumbs.map((k) => `<li><a href="${pagePath(k)}">${cap(slugWord(k))}</a></li>`).join('')}<li aria-current="page">${title}</li></ol></nav>\n<article>\n<h1>${title}</h1>\n<p class="lead">${sentence(r)}${sentence(r)}</p>\n`
  if (kids.length)
    side += `<ul class="children">\n${kids.map((k) => `<li><a href="${ORIGIN.length && k % 3 === 0 ? ORIGIN + pagePath(k) : pagePath(k)}">${cap(slugWord(k))} ${k}</a> <span class="muted">${words(r, 6)}</span></li>`).join('\n')}\n</ul>\n`
  const nsec = 3 + Math.floor(r() * 4)
  const secs = Array.from({ length: nsec }, () => SECTIONS[Math.floor(r() * SECTIONS.length)])
  let tail = `<div class="related"><h2>Related</h2><ul>`
  for (let k = 0; k < 10; k++) {
    const t = Math.floor(r() * N)
    tail += `<li><a href="${k % 4 === 0 ? ORIGIN + pagePath(t) : pagePath(t)}${k % 5 === 0 ? '#main' : ''}">${cap(slugWord(t))}</a></li>`
  }
  tail += `</ul></div>\n<nav class="pager">${i > 0 ? `<a rel="prev" href="${pagePath(i - 1)}">Previous</a>` : ''}${i + 1 < N ? `<a rel="next" href="${pagePath(i + 1)}">Next</a>` : ''}</nav>\n`
  if (TRAPS) {
    tail += `<ul class="traps"><li><a href="${p}?utm_source=self&amp;utm_medium=x">permalink</a></li><li><a href="?page=2">next part</a></li><li><a href="${p}?sort=asc">asc</a></li><li><a href="/old/${(i * 7) % N}">moved</a></li>`
    if (i % 10 === 0)
      tail += `<li><a href="/missing-${i}/">gone</a></li><li><a href="/chain/${i}">chain</a></li>`
    if (i % 25 === 0)
      tail += `<li><a href="/private/${i}/">private</a></li><li><a href="/error/${i}">error</a></li><li><a href="/loop/a">loop</a></li>`
    if (i % 40 === 0)
      tail += `<li><a href="/files/${i}.pdf">paper</a></li><li><a href="/img/1.png">image</a></li><li><a rel="nofollow" href="/calendar/2026/1/">calendar</a></li><li><a href="//${o.host}:${PORT}${p}">protocol-relative</a></li><li><a href="HTTP://${o.host.toUpperCase()}:${PORT}${p}">upper</a></li><li><a href="${p}./x/../">dots</a></li><li><a href="  ${p}  ">spaces</a></li><li><a href=${p}>unquoted</a></li>`
    tail += `</ul>\n`
  }
  tail += `</article>\n</main>\n</div>\n`
  return Buffer.concat([Buffer.from(head), NAV, Buffer.from(side), ...secs, Buffer.from(tail), FOOT])
}

const ORPHANS = TRAPS ? Math.max(1, Math.floor(N / 100)) : 0
function sitemapUrls() {
  const out = []
  for (let i = 0; i < N; i++) if (!TRAPS || i % 10 !== 3) out.push(pagePath(i))
  for (let k = 0; k < ORPHANS; k++) out.push(`/orphan/${k}/`)
  return out
}
function sitemapXml(paths) {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${paths.map((p, k) => `<url><loc>${ORIGIN}${p}</loc><lastmod>2026-0${1 + (k % 9)}-1${k % 10}</lastmod><changefreq>weekly</changefreq><priority>0.${1 + (k % 9)}</priority></url>`).join('\n')}\n</urlset>\n`
}
const PER_MAP = 5000

// ---------- answers: { status, type, headers?, body } ----------
const TEXT = 'text/plain; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
function pdf(text) {
  const objs = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    null,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const stream = `BT /F1 12 Tf 72 720 Td 14 TL ${text.map((l) => `(${l}) Tj T*`).join(' ')} ET`
  objs[3] = `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`
  let b = '%PDF-1.4\n'
  const off = []
  objs.forEach((s, k) => {
    off.push(b.length)
    b += `${k + 1} 0 obj\n${s}\nendobj\n`
  })
  const x = b.length
  b += `xref\n0 6\n0000000000 65535 f \n${off.map((n) => String(n).padStart(10, '0') + ' 00000 n ').join('\n')}\ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n${x}\n%%EOF\n`
  return Buffer.from(b, 'latin1')
}
const small = (title, body) =>
  Buffer.from(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body>${NAV}<main><h1>${title}</h1>${body}</main>${FOOT}`,
  )
const MIME = {
  '.html': HTML,
  '.htm': HTML,
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
  '.txt': TEXT,
  '.json': 'application/json',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
}

function answer(url) {
  const q = url.indexOf('?')
  const p = q < 0 ? url : url.slice(0, q)
  if (o.root) return fromFolder(p)
  const i = pageIndex(p)
  if (i >= 0) return { status: 200, type: HTML, body: rendered[i] ?? renderPage(i), page: i }
  if (p === '/robots.txt')
    return {
      status: 200,
      type: TEXT,
      body: Buffer.from(
        `User-agent: *\nDisallow: /private/\nDisallow: /search\nAllow: /private/open/\n${TRAPS ? 'Crawl-delay: 0\n' : ''}\nUser-agent: BadBot\nDisallow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
      ),
    }
  if (p === '/sitemap.xml') {
    const n = Math.ceil((N + ORPHANS) / PER_MAP)
    return {
      status: 200,
      type: 'application/xml',
      body: Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${Array.from({ length: n }, (_, k) => `<sitemap><loc>${ORIGIN}/sitemaps/pages-${k}.xml${k % 2 === 0 ? '.gz' : ''}</loc></sitemap>`).join('\n')}\n</sitemapindex>\n`,
      ),
    }
  }
  let m
  if ((m = /^\/sitemaps\/pages-(\d+)\.xml(\.gz)?$/.exec(p))) {
    const xml = Buffer.from(sitemapXml(sitemapUrls().slice(m[1] * PER_MAP, (+m[1] + 1) * PER_MAP)))
    return {
      status: 200,
      type: m[2] ? 'application/gzip' : 'application/xml',
      body: m[2] ? zlib.gzipSync(xml) : xml,
    }
  }
  if (p.startsWith('/img/') || p === '/favicon.ico') return { status: 200, type: 'image/png', body: PNG }
  if (p.startsWith('/assets/'))
    return { status: 200, type: 'text/css', body: Buffer.from('body{margin:0}\n') }
  if (TRAPS) {
    if ((m = /^\/old\/(\d+)$/.exec(p)) && +m[1] < N) return { status: 301, location: pagePath(+m[1]) }
    if ((m = /^\/chain\/(\d+)$/.exec(p))) return { status: 302, location: `/old/${m[1]}` }
    if (p === '/loop/a') return { status: 302, location: '/loop/b' }
    if (p === '/loop/b') return { status: 302, location: '/loop/a' }
    if ((m = /^\/private\/(\w+)\/$/.exec(p)))
      return { status: 200, type: HTML, body: small('Private', '<p>keep out</p>'), page: -2 }
    if (p.startsWith('/error/')) return { status: 500, type: HTML, body: small('Error', '') }
    if ((m = /^\/orphan\/(\d+)\/$/.exec(p)) && +m[1] < ORPHANS)
      return {
        status: 200,
        type: HTML,
        body: small(`Orphan ${m[1]}`, '<p>only the sitemap names me</p>'),
        page: -2,
      }
    if ((m = /^\/files\/(\d+)\.pdf$/.exec(p)))
      return {
        status: 200,
        type: 'application/pdf',
        body: pdf([`Paper ${m[1]}`, words(rng(+m[1]), 8), words(rng(+m[1] + 1), 8)]),
      }
    if ((m = /^\/calendar\/(\d+)\/(\d+)\/$/.exec(p))) {
      const y = +m[1],
        mo = +m[2]
      return {
        status: 200,
        type: HTML,
        body: small(`${y}-${mo}`, `<a href="/calendar/${mo === 12 ? y + 1 : y}/${(mo % 12) + 1}/">later</a>`),
        page: -2,
      }
    }
    if ((m = /^\/slow\/(\d+)$/.exec(p)))
      return { status: 200, type: HTML, body: small('Slow', ''), wait: +m[1], page: -2 }
  }
  return { status: 404, type: HTML, body: small('Not found', '<p>No such page</p>') }
}

// up to 12,000 pages are rendered before the first request, so that the server's own cost stays small and even
const rendered = []
if (!o.root && !o.urls && !o.export && N <= 12000) for (let i = 0; i < N; i++) rendered.push(renderPage(i))

const fileCache = new Map()
let fileCacheBytes = 0
function fromFolder(p) {
  let rel
  try {
    rel = decodeURIComponent(p)
  } catch {
    return { status: 400, type: TEXT, body: Buffer.from('bad\n') }
  }
  const hit = fileCache.get(rel)
  if (hit) return hit
  const abs = path.join(o.root, path.posix.normalize(rel))
  let a
  try {
    let st = fs.statSync(abs)
    let f = abs
    if (st.isDirectory()) {
      if (!rel.endsWith('/')) return { status: 301, location: p + '/' }
      f = path.join(abs, 'index.html')
      if (!fs.existsSync(f)) throw new Error('no index')
    }
    let body = fs.readFileSync(f)
    if (f.endsWith('.gz')) body = zlib.gunzipSync(body)
    const type = MIME[path.extname(f).toLowerCase()] ?? 'application/octet-stream'
    a = { status: 200, type, body, page: type === HTML ? 1 : undefined }
  } catch {
    a = { status: 404, type: TEXT, body: Buffer.from('not found\n') }
  }
  if (fileCacheBytes < 1.5e9) {
    fileCache.set(rel, a)
    fileCacheBytes += a.body.length
  }
  return a
}

if (o.urls) {
  for (let i = 0; i < N; i++) process.stdout.write(ORIGIN + pagePath(i) + '\n')
  process.exit(0)
}
if (o.export) {
  let bytes = 0
  for (let i = 0; i < N; i++) {
    const d = path.join(o.export, pagePath(i))
    fs.mkdirSync(d, { recursive: true })
    const b = renderPage(i)
    bytes += b.length
    fs.writeFileSync(path.join(d, 'index.html'), b)
  }
  console.log(JSON.stringify({ pages: N, bytes, meanBytes: Math.round(bytes / N) }))
  process.exit(0)
}

// ---------- a small HTTP/1.1 server (keep-alive, pipelining, HEAD, conditional GET) ----------
const REASON = {
  200: 'OK',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  404: 'Not Found',
  500: 'Internal Server Error',
}
let S
function reset() {
  S = {
    requests: 0,
    pages: 0,
    statuses: {},
    bytes: 0,
    inFlight: 0,
    maxInFlight: 0,
    connections: 0,
    seen: new Set(),
    other: {},
    first: 0,
    last: 0,
    cpu: process.cpuUsage(),
  }
}
reset()
const gz = new Map()

function send(sock, req, a) {
  S.inFlight--
  S.last = performance.now()
  let h = `HTTP/1.1 ${a.status} ${REASON[a.status] ?? 'X'}\r\n`
  let body = a.body ?? Buffer.alloc(0)
  if (a.location) h += `Location: ${a.location}\r\n`
  if (a.type) h += `Content-Type: ${a.type}\r\n`
  let status = a.status
  if (a.page !== undefined && a.page >= 0 && !o.root && !o['no-validators']) {
    const tag = `"p${SEED}-${a.page}"`
    h += `ETag: ${tag}\r\nLast-Modified: Thu, 01 Jan 2026 00:00:00 GMT\r\n`
    if (req.inm === tag) {
      h = `HTTP/1.1 304 Not Modified\r\nETag: ${tag}\r\n`
      body = Buffer.alloc(0)
      status = 304
    }
  }
  if (o.gzip && req.gzip && body.length > 1000 && a.type?.startsWith('text/')) {
    let z = gz.get(req.url)
    if (!z) gz.set(req.url, (z = zlib.gzipSync(body)))
    body = z
    h += 'Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n'
  }
  S.statuses[status] = (S.statuses[status] ?? 0) + 1
  S.bytes += body.length
  h += `Content-Length: ${body.length}\r\n${req.close ? 'Connection: close\r\n' : 'Connection: keep-alive\r\n'}\r\n`
  if (sock.destroyed) return
  sock.cork()
  sock.write(h, 'latin1')
  if (req.method !== 'HEAD' && body.length) sock.write(body)
  sock.uncork()
  if (req.close) sock.end()
}

const json = (v) => ({ status: 200, type: 'application/json', body: Buffer.from(JSON.stringify(v) + '\n') })
const server = net.createServer({ noDelay: true }, (sock) => {
  S.connections++
  let buf = ''
  let chain = null // keeps answers in request order on a pipelined connection with latency
  let skip = 0
  sock.on('error', () => {})
  sock.on('data', (d) => {
    buf += d.toString('latin1')
    for (;;) {
      if (skip) {
        const n = Math.min(skip, buf.length)
        buf = buf.slice(n)
        skip -= n
        if (skip) return
      }
      const e = buf.indexOf('\r\n\r\n')
      if (e < 0) return
      const head = buf.slice(0, e)
      buf = buf.slice(e + 4)
      const l = head.indexOf('\r\n')
      const line = l < 0 ? head : head.slice(0, l)
      const [method, target, ver] = line.split(' ')
      const low = head.toLowerCase()
      const cl = /\r\ncontent-length: *(\d+)/.exec(low)
      if (cl) skip = +cl[1]
      let url = target
      if (/^https?:\/\//i.test(url)) url = url.replace(/^https?:\/\/[^/]*/i, '') || '/'
      const conn = /\r\nconnection: *([^\r]*)/.exec(low)?.[1] ?? ''
      const inm = /\r\nif-none-match: *([^\r]*)/i.exec(head)?.[1]
      const req = {
        method,
        url,
        close: conn.includes('close') || (ver === 'HTTP/1.0' && !conn.includes('keep-alive')),
        gzip: /\r\naccept-encoding:[^\r]*gzip/.test(low),
        inm,
      }
      if (url.startsWith('/__')) {
        S.inFlight++
        let a
        if (url === '/__stats') {
          const c = process.cpuUsage(S.cpu)
          a = json({
            requests: S.requests,
            pages: S.pages,
            uniquePages: S.seen.size,
            duplicates: S.pages - S.seen.size,
            statuses: S.statuses,
            other: S.other,
            bytes: S.bytes,
            maxInFlight: S.maxInFlight,
            connections: S.connections,
            spanMs: Math.round(S.last - S.first),
            cpuMs: Math.round((c.user + c.system) / 1000),
          })
        } else if (url === '/__quit') {
          setTimeout(() => process.exit(0), 20)
          a = json({ ok: true })
        } else {
          reset()
          S.inFlight++
          a = json({ ok: true })
        }
        const keep = { ...S.statuses }
        const last = S.last,
          bytes = S.bytes
        send(sock, req, a)
        S.statuses = keep
        S.last = last
        S.bytes = bytes
        continue
      }
      S.requests++
      if (!S.first) S.first = performance.now()
      if (++S.inFlight > S.maxInFlight) S.maxInFlight = S.inFlight
      const a = answer(url)
      if (a.page !== undefined && method === 'GET') {
        S.pages++
        S.seen.add(url)
      } else {
        const k = url.split('/')[1]
        S.other[k] = (S.other[k] ?? 0) + 1
      }
      let wait = LAT
      if (JIT) {
        let hsh = 0
        for (let k = 0; k < url.length; k++) hsh = (hsh * 31 + url.charCodeAt(k)) >>> 0
        wait += hsh % (JIT + 1)
      }
      if (SLOW_EVERY && a.page > 0 && a.page % SLOW_EVERY === 0) wait += SLOW_MS
      if (a.wait) wait += a.wait
      if (wait || chain) {
        const prev = chain
        const t = wait ? new Promise((r) => setTimeout(r, wait)) : Promise.resolve()
        const me = Promise.all([prev, t]).then(() => {
          if (chain === me) chain = null
          send(sock, req, a)
        })
        chain = me
      } else send(sock, req, a)
    }
  })
})
server.listen({ port: PORT, host: o.host, backlog: 4096 }, () =>
  console.log(
    JSON.stringify({
      listening: ORIGIN,
      pages: o.root ? undefined : N,
      root: o.root,
      latency: LAT,
      traps: TRAPS,
    }),
  ),
)
process.on('SIGTERM', () => process.exit(0))
process.on('SIGINT', () => process.exit(0))
