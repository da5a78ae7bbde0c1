// The embedded service in dist/service: CommonJS, one file for the thread that serves, one for those that read pages, and
// one for the process that reads files, with what every crawl needs of other packages in them, and chunks for what only
// some crawls need. As ES modules, a hundred and forty small files of ours and of packages took longer to find, read and
// link than a page takes to crawl.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { allBut, bundle, inSource } from './bundle.mjs'
import { ownRequire } from './own-require.mjs'

const root = path.dirname(import.meta.dirname)
const target = path.join(root, 'dist/service')

/** What is imported from outside: the package's export, and what the command line uses beside it. */
export const serviceEntries = ['service/index.ts', 'service/browser/find-chromium.ts']

/** Packages that every crawl or most need. Others are loaded from where they are installed, if at all. */
const bundledPackages = new Set([
  '@hono/node-server',
  'css-select',
  'dom-serializer',
  'domutils',
  'entities',
  'hono',
  'htmlparser2',
  'p-queue',
  'robots-parser',
])
const isWholePackage = allBut(bundledPackages)

function isExternal(id) {
  // Of it the service needs a part: connections.
  return !id.startsWith('undici/lib/') && isWholePackage(id)
}

// The service asks for HTTP/1.1 alone, and HTTP/2 of Node's takes each thread 5 ms to load.
const lazyHttp2 = {
  name: 'lazy-http2',
  transform(code, id) {
    if (!id.endsWith(path.normalize('/undici/lib/dispatcher/client.js'))) return null
    const [before, after, ...more] = code.split("const connectH2 = require('./client-h2.js')")
    if (after === undefined || more.length > 0)
      throw new Error(`${id} loads HTTP/2 in another way than before: mend scripts/bundle-service.mjs`)
    return {
      code: `${before}const connectH2 = (...args) => require('./client-h2.js')(...args)${after}`,
      map: null,
    }
  },
}

/**
 * Has packages imported by what the command line gives its chunks, which it compiles by hand (`src/cli/start/chunk-loader.ts`):
 * those have no import() without a warning of Node's.
 */
const ownImport = {
  name: 'own-import',
  transform(code, id) {
    if (!id.startsWith(inSource('service'))) return null
    const own = code.replaceAll(
      /\bawait import\((?='[^'.])/g,
      'await (require.import ?? ((id) => import(id)))(',
    )
    if (/\bimport\('[^'.]/.test(own))
      throw new Error(`${id} imports a package without await: mend scripts/bundle-service.mjs`)
    return own === code ? null : { code: own, map: null }
  },
}

/** Names that an entry exports, by its file; chunks export more, for one another. */
const exported = new Map()
const entryExports = {
  name: 'entry-exports',
  buildEnd() {
    for (const id of this.getModuleIds()) {
      const { isEntry, exports } = this.getModuleInfo(id)
      if (isEntry) exported.set(id, exports)
    }
  },
}

/** Writes the service in the place of what tsc made of it, but for its declarations. */
export async function bundleService() {
  for (const file of readdirSync(target, { recursive: true })) {
    if (file.endsWith('.js')) rmSync(path.join(target, file))
  }
  const nameOf = (entry) => path.basename(entry, '.ts')
  const input = Object.fromEntries(serviceEntries.map((entry) => [nameOf(entry), inSource(entry)]))
  const options = { external: isExternal, plugins: [ownRequire, lazyHttp2, ownImport, entryExports] }
  const [library, ...apart] = Object.values(input)
  await bundle({ ...options, dir: target, input, together: { start: [library] }, apart })
  for (const entry of serviceEntries) writeModule(entry, nameOf(entry))
  const worker = inSource('service/engine/page-worker.ts')
  const inWorker = { input: { 'page-worker': worker }, together: { start: [worker] } }
  await bundle({ ...options, dir: path.join(target, 'worker'), ...inWorker })
  const reader = inSource('service/file/file-program.ts')
  const inProcess = { input: { 'file-program': reader }, together: { start: [reader] } }
  await bundle({ ...options, dir: path.join(target, 'file'), ...inProcess })
}

/** The ES module that is imported. It requires the file, because Node would look through a file that is imported for names. */
function writeModule(entry, name) {
  const file = path.join(root, 'dist', entry.replace(/\.ts$/, '.js'))
  const place = path.relative(path.dirname(file), path.join(target, `${name}.cjs`)).replaceAll(path.sep, '/')
  writeFileSync(
    file,
    `const { createRequire } = process.getBuiltinModule('node:module')
export const { ${exported.get(inSource(entry)).join(', ')} } = createRequire(import.meta.url)('./${place}')
`,
  )
}
