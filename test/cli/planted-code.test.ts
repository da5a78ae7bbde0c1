import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { cliProject, program } from '../support/run-cli.ts'

const { version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string }

it('runs no code from the cache directory, and writes nothing there', async () => {
  const ran = "process.stdout.write('planted code ran');"
  const project = cliProject({
    'crawls/docs.yaml': 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 10\n',
  })
  const caches = path.join(project.directory, 'cache')
  const machine = `${process.version}-${process.platform}-${process.arch}`
  const folder = path.join(caches, 'crawlform', version, machine, 'validate')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(path.dirname(program)).filter((file) => file.endsWith('.js'))) {
    // As long as the file of the program, and in the form that earlier builds took: its text, and its code twice.
    const text = readFileSync(path.join(path.dirname(program), name), 'utf8')
    const planted = ran + ' '.repeat(Math.max(0, text.length - ran.length))
    for (const target of [
      name,
      `${name}.code`,
      `cli-${name}.code`,
      'cli-program.cjs.code',
      'cli-program.js.code',
    ])
      writeFileSync(path.join(folder, target), text + planted + planted)
  }
  const before = readdirSync(caches, { recursive: true })
  try {
    const { status, stdout, stderr } = await project.run(['validate'], { env: { XDG_CACHE_HOME: caches } })
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'No problems in 1 file (1 crawl)\n',
      stderr: '',
    })
    expect(readdirSync(caches, { recursive: true })).toEqual(before)
  } finally {
    project.remove()
  }
})
