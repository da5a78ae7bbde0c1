import { readFileSync } from 'node:fs'

/** Returns the text of a file of this package, which lies two folders above both the source and the bundle. */
export function packageFile(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

export function packageVersion(): string {
  return (JSON.parse(packageFile('package.json')) as { version: string }).version
}

/**
 * Returns the style sheet of a kind of HTML page, after the one that all our pages share. Marks and words carry the meaning; colours
 * only repeat it. Text has a contrast of at least 4.5 (WCAG 2.2, 1.4.3) on each of its backgrounds; tests measure it.
 */
export function pageStyle(name: 'plan' | 'changes' | 'explorer' | 'jobs' | 'board'): string {
  return packageFile('templates/pages/base.css') + packageFile(`templates/pages/${name}.css`)
}
