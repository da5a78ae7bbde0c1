import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = path.dirname(import.meta.dirname)

/**
 * Loads modules of `src/` as they are now, by the names in `entries`: what the package does not export.
 * @param replaced other texts for files of `src/`
 */
export async function loadSource(entries, replaced = {}) {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [name, path.join(root, 'src', file)]),
  )
  // Beside the packages that the modules find at run time.
  const dir = mkdtempSync(path.join(root, 'node_modules/.crawlform-source-'))
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
  const texts = new Map(Object.entries(replaced).map(([file, text]) => [path.join(root, 'src', file), text]))
  const plugins = [{ name: 'replace', load: (id) => texts.get(id) }]
  const build = await rolldown({ input, plugins, platform: 'node', logLevel: 'silent' })
  await build.write({ dir, format: 'esm' })
  await build.close()
  const modules = {}
  for (const name of Object.keys(entries))
    Object.assign(modules, await import(pathToFileURL(path.join(dir, `${name}.js`))))
  return modules
}
