import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findViolations, type RoomRule } from './support/room-imports.ts'

const source = path.join(import.meta.dirname, '../src')

// The import table, in the order data flows. A room that needs more than its line allows is in the wrong place, or the
// table is: change it here, deliberately.
const rooms: Readonly<Record<string, RoomRule>> = {
  util: { rooms: [], packages: [], node: ['crypto', 'fs'] },
  diagnostics: { rooms: ['util'], packages: [], node: [] },
  scope: { rooms: ['util'], packages: ['re2js', 'tldts'], node: ['module'] },
  protocol: { rooms: ['util'], packages: [], node: [] },
  schema: { rooms: ['util'], packages: [], node: [] },
  request: { rooms: ['util', 'diagnostics', 'scope', 'schema'], packages: ['css-select'], node: ['module'] },
  document: { rooms: ['util', 'diagnostics'], packages: ['yaml'], node: ['module', 'buffer'] },
  validate: {
    rooms: ['util', 'diagnostics', 'schema', 'request', 'document'],
    packages: [],
    node: [],
  },
  migrate: { rooms: ['util', 'diagnostics', 'schema', 'document', 'validate'], packages: ['yaml'], node: [] },
  resolve: {
    rooms: ['util', 'diagnostics', 'schema', 'request', 'document', 'validate', 'migrate'],
    packages: [],
    node: [],
  },
  lint: {
    rooms: ['util', 'diagnostics', 'scope', 'request', 'resolve'],
    types: ['document', 'validate'],
    packages: [],
    node: [],
  },
  import: {
    rooms: ['util', 'diagnostics', 'scope', 'schema', 'request', 'document', 'validate', 'migrate'],
    packages: ['yaml'],
    node: [],
  },
  load: {
    rooms: ['util', 'diagnostics', 'schema', 'document', 'validate', 'migrate', 'resolve', 'lint'],
    packages: [],
    node: ['fs', 'path'],
  },
  state: {
    rooms: ['util', 'protocol'],
    packages: ['undici'],
    node: ['fs', 'fs/promises', 'path', 'os', 'child_process', 'crypto'],
  },
  plan: {
    rooms: ['util', 'diagnostics', 'request', 'resolve'],
    types: ['state', 'document', 'validate'],
    packages: [],
    node: [],
  },
  client: { rooms: ['util', 'protocol'], packages: ['undici'], node: [] },
  apply: {
    rooms: ['util', 'diagnostics', 'protocol', 'plan', 'state', 'client'],
    types: ['resolve'],
    packages: [],
    node: [],
  },
  render: {
    rooms: ['util', 'diagnostics'],
    types: ['scope', 'resolve', 'lint', 'load', 'plan', 'state', 'apply', 'protocol', 'document', 'validate'],
    packages: [],
    node: [],
  },
  service: { rooms: ['util', 'scope', 'protocol', 'schema', 'request'], packages: ['*'], node: ['*'] },
  comment: { rooms: ['util'], packages: ['undici'], node: [] },
  init: { rooms: ['util'], packages: [], node: [] },
  cli: { rooms: ['*'], packages: [], node: ['*'] },
  index: { rooms: ['*'], packages: [], node: [] },
}

describe('rooms', () => {
  it('import only what the table allows', () => {
    expect(findViolations(source, rooms)).toEqual([])
  })

  it('keep the service out of every room but the command line', () => {
    const lax = Object.entries(rooms).filter(
      ([room, rule]) =>
        room !== 'cli' && room !== 'index' && (rule.rooms.includes('*') || rule.rooms.includes('service')),
    )
    expect(lax).toEqual([])
  })

  it.each([
    ['plan/a.ts', "import { send } from '../client/send.ts'", 'plan/a.ts may not import client'],
    ['plan/a.ts', "import { read } from '../state/read.ts'", 'plan/a.ts may not import values of state'],
    ['scope/a.ts', "export { get } from 'undici'", 'scope/a.ts may not import package undici'],
    ['resolve/a.ts', "const fs = await import('node:fs')", 'resolve/a.ts may not import node:fs'],
    ['magic/a.ts', '', 'magic/a.ts stands in no known room'],
  ])('bite: %s with %s', (file, text, violation) => {
    const planted = mkdtempSync(path.join(tmpdir(), 'rooms-'))
    try {
      mkdirSync(path.dirname(path.join(planted, file)), { recursive: true })
      writeFileSync(path.join(planted, file), text)
      expect(findViolations(planted, rooms)).toEqual([violation])
    } finally {
      rmSync(planted, { recursive: true })
    }
  })
})
