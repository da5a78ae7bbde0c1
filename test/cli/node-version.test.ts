import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { cliProject, program } from '../support/run-cli.ts'

it.each([
  ['18.20.4', 64],
  ['20.18.3', 64],
  ['20.19.0', 0],
  ['26.0.0', 0],
])('the program on Node %s exits with %i', (version, expected) => {
  const project = cliProject()
  const pretend = path.join(project.directory, 'pretend.cjs')
  writeFileSync(
    pretend,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
  )
  const { status, stderr } = spawnSync(process.execPath, ['--require', pretend, program, '--version'], {
    encoding: 'utf8',
  })
  project.remove()
  expect({ status, stderr }).toEqual({
    status: expected,
    stderr: expected === 0 ? '' : `crawlform needs Node.js 20.19.0 or newer; this is ${version}.\n`,
  })
})
