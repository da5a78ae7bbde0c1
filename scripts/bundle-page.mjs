// The script of the explorer's page, in dist/explore: scope and frontier as commands have them, for browsers. Packages are
// put beside it when a page is written (src/explore/page-script.ts), because they are installed already.
import path from 'node:path'
import { rolldown } from 'rolldown'
import { inSource } from './bundle.mjs'

// What loads a package in Node finds it in the page instead.
const packagesOfPage = {
  name: 'packages-of-page',
  resolveId: (source) => (source === 'node:module' ? '\0packages-of-page' : null),
  load: (id) =>
    id === '\0packages-of-page' ? 'export const createRequire = () => globalThis.explorerPackage' : null,
}

export async function bundlePage() {
  const opened = await rolldown({
    input: inSource('explore/page/main.ts'),
    platform: 'browser',
    treeshake: { moduleSideEffects: false },
    transform: { define: { 'import.meta.url': '""' } },
    plugins: [packagesOfPage],
  })
  const { output } = await opened.write({
    file: path.join(import.meta.dirname, '../dist/explore/page.js'),
    format: 'iife',
    minify: true,
    sourcemap: false,
  })
  await opened.close()
  const [{ imports }] = output
  if (imports.length > 0) throw new Error(`the page would need ${imports.join(', ')}, which no browser has`)
}
