import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Packages that deciding about a URL may need, and the file of each that a browser can run. */
const packages = { re2js: 're2js', tldts: 'tldts/dist/index.cjs.min.js' } as const

/**
 * Returns what runs in the page: our part, as the build made it, and packages as they are installed, so that the page
 * decides with the code that commands decide with.
 */
export function pageScript(): string {
  const { resolve } = createRequire(import.meta.url)
  const functions = Object.entries(packages).map(
    ([name, file]) =>
      `${name}(module,exports){${readFileSync(resolve(file), 'utf8').replace(/\/\/# sourceMappingURL=.*\s*$/, '')}\n}`,
  )
  // It lies two folders above both the source and the bundle.
  const own = readFileSync(new URL('../../dist/explore/page.js', import.meta.url), 'utf8')
  return `'use strict';{const packages={${functions.join(',\n')}},loaded={};
globalThis.explorerPackage=(name)=>{if(!loaded[name]){const module={exports:{}};packages[name](module,module.exports);loaded[name]=module}return loaded[name].exports}}
${own}`
}
