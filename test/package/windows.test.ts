// The package as people get it, used on Windows: on Windows itself, or with the program that CRAWLFORM_WINDOWS_NODE names.
// `scripts/windows/set-up.sh DIR` makes one on Debian; .ci/run calls it. `node-windows` is also found in PATH.
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InstalledPackage, type Ran, runProgram } from './installed-package.ts'

const tour = path.join(import.meta.dirname, 'windows-tour.cjs')
const { steps } = createRequire(import.meta.url)(tour) as { steps: readonly string[] }
const node = findNode()
function findNode(): string | undefined {
  if (process.platform === 'win32') return process.execPath
  const named = process.env['CRAWLFORM_WINDOWS_NODE']
  if (named !== undefined && named !== '') return named
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, 'node-windows')).find((file) => isProgram(file))
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Wine shows the disk of Linux as Z. */
const onWindows = (file: string): string =>
  process.platform === 'win32' ? file : `Z:${file.replaceAll('/', '\\')}`

if (node === undefined)
  process.stderr.write(
    'The tests on Windows are skipped: there is no Windows build of Node. scripts/windows/set-up.sh DIR makes one.\n',
  )

describe.skipIf(node === undefined)(
  'on Windows (needs scripts/windows/set-up.sh), the installed package',
  () => {
    let installed: InstalledPackage
    let ran: Ran
    const errors = new Map<string, string | undefined>()

    beforeAll(async () => {
      installed = new InstalledPackage(['--os=win32', '--cpu=x64', '--ignore-scripts'])
      const args = [tour, installed.program, path.dirname(installed.write('app/project/.gitignore', ''))]
      ran = await runProgram([node ?? '', ...args.map((arg) => onWindows(arg))], { cwd: installed.app })
      for (const line of ran.stdout.split('\n').filter((text) => text.startsWith('{'))) {
        const { step, error } = JSON.parse(line) as { step: string; error?: string }
        errors.set(step, error)
      }
    }, 1_800_000)
    afterAll(() => installed?.remove())

    it.each(steps)('%s', (step) => {
      expect(errors.has(step), ran.stdout + ran.stderr).toBe(true)
      expect(errors.get(step)).toBeUndefined()
    })
  },
)
