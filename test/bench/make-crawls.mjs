#!/usr/bin/env node
// Deterministic corpus of crawl configs (v2 crawl request bodies written as YAML).
//
//   node make-crawls.mjs COUNT OUT_DIR [SEED] [--invalid F] [--no-syntax] [--v1] [--shard N] [--json] [--manifest FILE] [--crawl-files]
//
//   COUNT        how many files; file i depends on (SEED, i) only, so a corpus of 100 is a prefix of one of 1,000
//   SEED         integer, default 1
//   --invalid F  a fraction F (0..1) of the files gets exactly one fault (schema fault, or YAML fault in 1 of 6)
//   --no-syntax  with --invalid: schema faults only, every file stays well-formed YAML
//   --v1         v1-style bodies: `sitemap` boolean, `maxDepth` for `maxDiscoveryDepth`, no prompt/crawlEntireDomain
//   --shard N    N files per sub-directory (default 0: one flat directory)
//   --json       write the same bodies as .json instead (for JSON-only validators)
//   --crawl-files  crawl files: `version:` and the body under `request:`
//   --manifest F JSON Lines of {file, fault} for every file, faults null when valid
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const argv = process.argv.slice(2)
const pos = []
const opt = { invalid: 0, shard: 0, syntax: true }
for (let i = 0; i < argv.length; i++) {
  const a = argv[i]
  if (a === '--invalid') opt.invalid = Number(argv[++i])
  else if (a === '--no-syntax') opt.syntax = false
  else if (a === '--v1') opt.v1 = true
  else if (a === '--crawl-files') opt.crawlFiles = true
  else if (a === '--json') opt.json = true
  else if (a === '--shard') opt.shard = Number(argv[++i])
  else if (a === '--manifest') opt.manifest = argv[++i]
  else pos.push(a)
}
const count = Number(pos[0])
const out = pos[1]
const seed = Number(pos[2] ?? 1)
if (!Number.isInteger(count) || count < 0 || !out || !Number.isInteger(seed)) {
  console.error(
    'usage: make-crawls.mjs COUNT OUT_DIR [SEED] [--invalid F] [--no-syntax] [--v1] [--shard N] [--json] [--manifest FILE] [--crawl-files]',
  )
  process.exit(2)
}

function rng(a) {
  // mulberry32
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const NAMES = [
  'acme',
  'globex',
  'initech',
  'umbrella',
  'hooli',
  'vandelay',
  'stark',
  'wayne',
  'wonka',
  'tyrell',
  'cyberdyne',
  'aperture',
  'soylent',
  'gringotts',
  'duff',
  'prestige',
]
const TLDS = ['com', 'dev', 'io', 'org', 'net', 'co.uk', 'de', 'ai']
const SUBS = ['docs', 'blog', 'www', 'help', 'shop', 'developer', 'support', 'status', 'news', 'learn', 'api']
const SECTIONS = [
  'guides',
  'reference',
  'tutorials',
  'changelog',
  'pricing',
  'legal',
  'careers',
  'press',
  'tags',
  'authors',
  'search',
  'archive',
  'products',
  'categories',
  'v1',
  'v2',
  'en',
  'fr',
  'de',
  'ja',
]
const TAGS = [
  'main',
  'article',
  'nav',
  'footer',
  'aside',
  'header',
  '.sidebar',
  '#cookie-banner',
  '.ad-slot',
  '[role="banner"]',
  '.toc',
  'h1',
  'h2',
  'pre > code',
  'table.params',
  '.markdown-body',
  '[data-testid="content"]',
  '.breadcrumbs',
]
const FORMATS = ['markdown', 'html', 'rawHtml', 'links', 'summary', 'images']
const WORDS =
  'crawl only the public documentation pages and skip anything that looks like a search result or a login form prefer english content keep code samples ignore release notes older than two years follow product pages under each category collect price and availability respect the rate limits of the site'.split(
    ' ',
  )
const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'JP', 'BR', 'IN', 'AU']
const LANGS = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'ja-JP', 'pt-BR', 'en-IN', 'es-ES']
const REGEX = [
  (s) => `/${s}/.*`,
  (s) => `^/${s}/[^/]+$`,
  (s) => `^/(?:${s}|old-${s})/\\d{4}/\\d{2}/`,
  (s) => `\\.(?:pdf|zip|tar\\.gz)$`,
  (s) => `^/${s}\\?page=\\d+`,
  (s) => `/(?!${s})[a-z0-9-]+/edit$`,
  (s) => `^/${s}/[a-z]{2}(?:-[A-Z]{2})?/.+`,
  (s) => `/${s}/.*\\.html?$`,
]

function make(i) {
  const r = rng((seed * 0x9e3779b1) ^ (i * 0x85ebca6b))
  r()
  r()
  const int = (a, b) => a + Math.floor(r() * (b - a + 1))
  const pick = (xs) => xs[Math.floor(r() * xs.length)]
  const some = (xs, n) => {
    const c = xs.slice()
    const o = []
    while (o.length < n && c.length) o.push(c.splice(Math.floor(r() * c.length), 1)[0])
    return o
  }
  const chance = (p) => r() < p
  const sentence = (n) => {
    let s = ''
    for (let k = 0; k < n; k++) s += (k ? ' ' : '') + pick(WORDS)
    return s[0].toUpperCase() + s.slice(1) + '.'
  }

  const name = pick(NAMES),
    sub = pick(SUBS),
    tld = pick(TLDS)
  const url = `https://${sub}.${name}.${tld}/${chance(0.6) ? pick(SECTIONS) + '/' : ''}`
  // 30% minimal (3..8 lines), 45% medium (15..45), 25% large (50..120)
  const kind = r() < 0.3 ? 0 : r() < 0.643 ? 1 : 2
  const L = [] // lines
  const obj = {} // same content as data
  const fault =
    opt.invalid > 0 && r() < opt.invalid
      ? pick(['type', 'enum', 'unknown', 'missing', 'range', opt.syntax ? 'syntax' : 'type'])
      : null
  const q1 = (s) => `'${s.replace(/'/g, "''")}'`
  const q2 = (s) => JSON.stringify(s)
  const str = (s) =>
    /^[\w./:?=-]+$/.test(s) && !/:$/.test(s) && !/^[\d.]/.test(s) && chance(0.7)
      ? s
      : chance(0.6)
        ? q1(s)
        : q2(s)
  const note = (p = 0.3) => (kind && chance(p) ? `  # ${sentence(int(2, 6))}` : '')
  const anchors = {}
  const seq = (key, items, ind, anchor) => {
    const pad = ' '.repeat(ind)
    const a = anchor ? ` &${anchor}` : ''
    if (items.length <= 4 && chance(0.35)) {
      L.push(`${pad}${key}:${a} [${items.map((s) => q2(s)).join(', ')}]`)
      return
    }
    L.push(`${pad}${key}:${a}${note(0.15)}`)
    for (const s of items) L.push(`${pad}  - ${str(s)}${note(0.12)}`)
  }
  const map = (key, m, ind, anchor) => {
    const pad = ' '.repeat(ind)
    const a = anchor ? ` &${anchor}` : ''
    const ks = Object.keys(m)
    if (ks.length <= 3 && chance(0.25)) {
      L.push(`${pad}${key}:${a} { ${ks.map((k) => `${k}: ${q2(String(m[k]))}`).join(', ')} }`)
      return
    }
    L.push(`${pad}${key}:${a}`)
    for (const k of ks) L.push(`${pad}  ${k}: ${str(String(m[k]))}${note(0.1)}`)
  }
  const set = (k, v, text = String(v)) => {
    obj[k] = v
    L.push(`${k}: ${text}${note()}`)
  }

  if (kind) {
    L.push(`# Crawl of ${name} (${sub}), owner: team-${pick(NAMES)}`)
    for (let k = kind === 2 ? int(1, 4) : int(0, 2); k > 0; k--) L.push(`# ${sentence(int(4, 12))}`)
  }
  if (kind === 2 && chance(0.3)) L.unshift('---')
  if (fault !== 'missing') {
    obj.url = url
    L.push(`url: ${str(url)}`)
  }
  if (kind === 0) {
    set('limit', int(1, 5000))
    if (chance(0.5)) set('sitemap', opt.v1 ? chance(0.5) : pick(['skip', 'include', 'only']))
    else set(opt.v1 ? 'maxDepth' : 'maxDiscoveryDepth', int(0, 5))
    if (chance(0.5)) {
      const f = some(FORMATS, int(1, 2))
      obj.scrapeOptions = { formats: f }
      L.push('scrapeOptions:', `  formats: [${f.join(', ')}]`)
    }
    if (chance(0.3)) set('allowSubdomains', chance(0.5))
    if (chance(0.3)) {
      const x = [pick(REGEX)(pick(SECTIONS))]
      obj.excludePaths = x
      L.push('excludePaths:', `  - ${q1(x[0])}`)
    }
  } else {
    const big = kind === 2
    if (!opt.v1 && chance(0.35)) {
      const n = big ? int(2, 5) : int(1, 2)
      const ls = []
      for (let k = 0; k < n; k++) ls.push(sentence(int(6, 14)))
      if (chance(0.5)) {
        L.push('prompt: |', ...ls.map((s) => '  ' + s))
        obj.prompt = ls.join('\n') + '\n'
      } else {
        L.push('prompt: >-', ...ls.map((s) => '  ' + s))
        obj.prompt = ls.join(' ')
      }
    }
    if (chance(0.8)) {
      const x = Array.from({ length: big ? int(6, 22) : int(1, 5) }, () => pick(REGEX)(pick(SECTIONS)))
      obj.includePaths = x
      L.push('')
      L.push(`includePaths:${note(0.2)}`)
      for (const s of x) L.push(`  - ${chance(0.7) ? q1(s) : q2(s)}${note(0.1)}`)
    }
    if (chance(0.8)) {
      const x = Array.from({ length: big ? int(6, 22) : int(1, 4) }, () => pick(REGEX)(pick(SECTIONS)))
      obj.excludePaths = x
      L.push('excludePaths:')
      for (const s of x) L.push(`  - ${chance(0.7) ? q1(s) : q2(s)}${note(0.1)}`)
    }
    if (chance(0.7)) set(opt.v1 ? 'maxDepth' : 'maxDiscoveryDepth', int(0, 8))
    if (chance(0.7)) set('sitemap', opt.v1 ? chance(0.5) : pick(['skip', 'include', 'only']))
    if (chance(0.5)) set('ignoreQueryParameters', chance(0.5))
    if (chance(0.9)) set('limit', int(10, 50000))
    if (!opt.v1 && chance(0.4)) set('crawlEntireDomain', chance(0.5))
    if (chance(0.3)) set('allowExternalLinks', chance(0.3))
    if (chance(0.4)) set('allowSubdomains', chance(0.5))
    if (chance(0.4)) {
      const d = chance(0.5) ? int(1, 5) : int(1, 40) / 8
      set('delay', d)
    }
    if (chance(0.5)) set('maxConcurrency', int(1, 50))
    if (chance(0.2)) set('zeroDataRetention', chance(0.5))

    const hdr = {
      'User-Agent': `${name}-crawler/${int(1, 9)}.${int(0, 20)}`,
      'Accept-Language': pick(LANGS),
      'X-Team': pick(NAMES),
      'X-Trace-Id': `${int(1000, 9999)}-${int(1000, 9999)}`,
      Cookie: `session=${int(1e5, 9e5)}; theme=dark`,
    }
    const hk = some(Object.keys(hdr), big ? int(2, 5) : int(1, 2))
    const headers = Object.fromEntries(hk.map((k) => [k, hdr[k]]))

    L.push('', '# Per-page scraping')
    const so = (obj.scrapeOptions = {})
    L.push('scrapeOptions:')
    so.formats = some(FORMATS, int(1, 3))
    seq('formats', so.formats, 2)
    const scal = (k, v) => {
      so[k] = v
      L.push(`  ${k}: ${v}${note(0.15)}`)
    }
    if (chance(0.7)) scal('onlyMainContent', chance(0.7))
    if (chance(big ? 0.9 : 0.4)) {
      so.includeTags = some(TAGS, big ? int(2, 6) : int(1, 3))
      seq('includeTags', so.includeTags, 2, (anchors.tags = big && chance(0.4)) ? 'tags' : null)
    }
    if (chance(big ? 0.9 : 0.5)) {
      if (anchors.tags && chance(0.3)) {
        so.excludeTags = so.includeTags
        L.push('  excludeTags: *tags')
      } else {
        so.excludeTags = some(TAGS, big ? int(2, 8) : int(1, 3))
        seq('excludeTags', so.excludeTags, 2)
      }
    }
    if (chance(0.5)) scal('maxAge', int(0, 48) * 3600000)
    if (chance(big ? 0.8 : 0.2)) {
      so.headers = headers
      map('headers', headers, 2, (anchors.hdr = big && chance(0.7)) ? 'common-headers' : null)
    }
    if (chance(0.4)) scal('waitFor', int(0, 20) * 250)
    if (chance(0.3)) scal('mobile', chance(0.5))
    if (chance(0.2)) scal('skipTlsVerification', chance(0.3))
    if (chance(0.6)) scal('timeout', int(5, 120) * 1000)
    if (chance(0.3)) {
      so.parsers = ['pdf']
      seq('parsers', ['pdf'], 2)
    }
    if (chance(big ? 0.75 : 0.2)) {
      so.actions = []
      L.push(`  actions:${note(0.2)}`)
      for (let k = big ? int(2, 6) : 1; k > 0; k--) {
        const a = { type: 'wait' }
        if (chance(0.5)) a.milliseconds = int(1, 40) * 100
        else a.selector = pick(TAGS)
        so.actions.push(a)
        if (chance(0.3))
          L.push(
            `    - { type: wait, ${a.selector ? `selector: ${q2(a.selector)}` : `milliseconds: ${a.milliseconds}`} }`,
          )
        else {
          L.push(
            '    - type: wait',
            a.selector ? `      selector: ${q1(a.selector)}` : `      milliseconds: ${a.milliseconds}`,
          )
        }
      }
    }
    if (chance(big ? 0.7 : 0.2)) {
      so.location = { country: pick(COUNTRIES), languages: some(LANGS, int(1, 3)) }
      L.push('  location:', `    country: ${q1(so.location.country)}`)
      seq('languages', so.location.languages, 4)
    }
    if (chance(0.3)) scal('removeBase64Images', chance(0.5))
    if (chance(0.4)) scal('blockAds', chance(0.7))
    if (chance(0.3)) {
      so.proxy = pick(['auto', 'basic', 'stealth'])
      L.push(`  proxy: ${so.proxy}`)
    }
    if (chance(0.3)) scal('storeInCache', chance(0.7))

    if (chance(big ? 0.8 : 0.3)) {
      const w = (obj.webhook = { url: `https://hooks.${name}.${tld}/crawl/${int(1, 999)}` })
      L.push('', 'webhook:', `  url: ${str(w.url)}`)
      if (anchors.hdr) {
        w.headers = headers
        L.push('  headers: *common-headers')
      } else if (chance(0.5)) {
        w.headers = { Authorization: `Bearer ${int(1e6, 9e6)}` }
        map('headers', w.headers, 2)
      }
      if (chance(0.6)) {
        w.metadata = { team: pick(NAMES), env: pick(['prod', 'staging']), ticket: `CRAWL-${int(1, 9999)}` }
        map('metadata', w.metadata, 2)
      }
      if (chance(0.8)) {
        w.events = ['completed']
        seq('events', w.events, 2)
      }
    }
  }

  if (fault === 'type') {
    obj.limit = 'many'
    const k = L.findIndex((s) => s.startsWith('limit:'))
    if (k >= 0) L[k] = 'limit: many'
    else L.push('limit: many')
  }
  if (fault === 'range') {
    obj.limit = 0
    const k = L.findIndex((s) => s.startsWith('limit:'))
    if (k >= 0) L[k] = 'limit: 0'
    else L.push('limit: 0')
  }
  if (fault === 'enum') {
    obj.sitemap = 'exclude'
    const k = L.findIndex((s) => s.startsWith('sitemap:'))
    if (k >= 0) L[k] = 'sitemap: exclude'
    else L.push('sitemap: exclude')
  }
  if (fault === 'unknown') {
    obj.maxDiscoverDepth = 2
    L.push('maxDiscoverDepth: 2')
  }
  if (fault === 'syntax') {
    obj.webhook = undefined
    L.push(pick(['broken: [a, b', 'broken: "no end', '\tbroken: tab', 'broken: a: b']))
  }
  return {
    id: `c${String(i).padStart(5, '0')}-${sub}-${name}`,
    text: L.join('\n') + '\n',
    obj,
    fault,
    lines: L.length,
  }
}

function asCrawlFile(text) {
  const lines = text.trimEnd().split('\n')
  const marker = lines[0] === '---' ? [lines.shift()] : []
  const head = [...marker, `version: ${opt.v1 ? 1 : 2}`, 'request:']
  return [...head, ...lines.map((line) => (line === '' ? line : `  ${line}`))].join('\n') + '\n'
}

let bytes = 0,
  lines = 0,
  faults = 0,
  maxLines = 0
const manifest = []
let dir = out
mkdirSync(dir, { recursive: true })
for (let i = 0; i < count; i++) {
  if (opt.shard && i % opt.shard === 0) {
    dir = join(out, `d${String(i / opt.shard).padStart(4, '0')}`)
    mkdirSync(dir, { recursive: true })
  }
  const m = make(i)
  const text = opt.json
    ? JSON.stringify(m.obj, null, 2) + '\n'
    : opt.crawlFiles
      ? asCrawlFile(m.text)
      : m.text
  const file = join(dir, `${m.id}.${opt.json ? 'json' : 'yaml'}`)
  writeFileSync(file, text)
  bytes += Buffer.byteLength(text)
  lines += m.lines
  if (m.lines > maxLines) maxLines = m.lines
  if (m.fault) faults++
  if (opt.manifest) manifest.push(JSON.stringify({ file, fault: m.fault }))
}
if (opt.manifest) writeFileSync(opt.manifest, manifest.join('\n') + (manifest.length ? '\n' : ''))
console.error(`${count} files, ${bytes} bytes, ${lines} lines (longest ${maxLines}), ${faults} faulty`)
