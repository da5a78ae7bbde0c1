import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFileKnots, findFolderKnots } from './support/import-knots.ts'
import { findViolations, sourceFiles, type RoomRule } from './support/room-imports.ts'

const source = path.join(import.meta.dirname, '../src')

// The import table, in the order data flows. A room that needs more than its line allows is in the wrong place, or the
// table is: change it here, deliberately.
const rooms: Readonly<Record<string, RoomRule>> = {
  util: { rooms: [], packages: [], node: ['crypto', 'events', 'fs', 'path'] },
  diagnostics: { rooms: ['util'], packages: [], node: [] },
  scope: { rooms: ['util'], packages: ['re2js', 'tldts'], node: ['module'] },
  frontier: { rooms: ['scope'], packages: [], node: [] },
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
    rooms: ['util', 'diagnostics', 'scope', 'request', 'document', 'resolve'],
    types: ['validate'],
    packages: [],
    node: [],
  },
  import: {
    rooms: ['util', 'diagnostics', 'scope', 'schema', 'request', 'document', 'validate', 'migrate'],
    packages: ['yaml'],
    node: [],
  },
  load: {
    rooms: ['util', 'diagnostics', 'schema', 'request', 'document', 'validate', 'migrate', 'resolve', 'lint'],
    packages: [],
    node: ['fs', 'path'],
  },
  git: { rooms: ['util'], packages: [], node: ['child_process'] },
  state: {
    rooms: ['util', 'protocol', 'git'],
    packages: ['undici'],
    node: ['fs', 'fs/promises', 'path', 'os', 'child_process', 'crypto', 'timers/promises'],
  },
  plan: {
    rooms: ['util', 'diagnostics', 'request', 'resolve'],
    types: ['state', 'document', 'validate'],
    packages: [],
    node: [],
  },
  client: { rooms: ['util', 'protocol'], packages: ['undici'], node: ['module'] },
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
  explore: {
    rooms: ['util', 'diagnostics', 'scope', 'frontier', 'request', 'render'],
    packages: [],
    node: ['crypto', 'fs', 'module'],
  },
  service: {
    rooms: ['util', 'scope', 'frontier', 'protocol', 'schema', 'request'],
    packages: ['*'],
    node: ['*'],
  },
  comment: { rooms: ['util'], packages: ['undici'], node: [] },
  init: { rooms: ['util'], packages: [], node: [] },
  session: {
    rooms: [
      'util',
      'diagnostics',
      'scope',
      'protocol',
      'schema',
      'request',
      'document',
      'validate',
      'migrate',
      'resolve',
      'lint',
      'load',
      'git',
      'state',
      'plan',
      'client',
      'apply',
      'render',
      'service',
    ],
    packages: [],
    node: ['crypto', 'fs', 'fs/promises', 'path', 'timers/promises'],
  },
  cli: { rooms: ['*'], packages: [], node: ['*'] },
  // The library exports rooms, not the command line.
  index: {
    rooms: [
      'util',
      'diagnostics',
      'protocol',
      'schema',
      'scope',
      'request',
      'migrate',
      'resolve',
      'load',
      'state',
      'plan',
      'client',
      'apply',
      'render',
      'session',
    ],
    packages: [],
    node: [],
  },
}

// The service's inner rooms, in the order data flows, and what of the rooms around it each may import.
const serviceRooms: Readonly<Record<string, RoomRule>> = {
  settings: { rooms: ['../util'], packages: [], node: ['os'] },
  http: {
    rooms: ['../util', '../request', 'settings'],
    types: ['../schema'],
    packages: ['undici'],
    node: ['buffer', 'dns', 'module', 'net', 'stream', 'zlib'],
  },
  html: { rooms: ['../util'], packages: ['entities'], node: [] },
  link: { rooms: ['../util', '../scope'], types: ['html'], packages: ['entities'], node: [] },
  site: {
    rooms: ['../util', '../scope', 'http', 'link'],
    types: ['settings'],
    packages: ['htmlparser2', 'robots-parser'],
    node: ['net', 'stream', 'zlib'],
  },
  main: { rooms: ['../util', 'html'], packages: [], node: [] },
  markdown: {
    rooms: ['../util', 'html'],
    types: ['link'],
    packages: ['entities'],
    node: [],
  },
  file: {
    rooms: ['../util'],
    packages: ['@exodus/bytes', '@firecrawl/anydoc', 'entities', 'fflate', 'unpdf'],
    node: ['child_process', 'fs', 'stream', 'timers/promises', 'url', 'worker_threads'],
  },
  content: {
    rooms: ['../util', '../request', 'http', 'html', 'link', 'main', 'markdown', 'file'],
    types: ['../schema'],
    packages: ['@exodus/bytes', 'css-select', 'dom-serializer', 'domutils', 'entities', 'htmlparser2'],
    node: ['buffer'],
  },
  browser: {
    rooms: ['../util', '../request', 'settings', 'http'],
    types: ['../schema'],
    packages: ['p-queue', 'playwright-core'],
    node: ['fs', 'http', 'module', 'net', 'path', 'stream'],
  },
  model: { rooms: ['../util', '../scope', '../schema', 'http'], types: ['settings'], packages: [], node: [] },
  page: {
    rooms: ['../util', '../request', 'http', 'link', 'content', 'browser', 'model'],
    types: ['../protocol', '../schema', 'settings', 'file'],
    packages: [],
    node: ['http', 'timers'],
  },
  store: {
    rooms: ['../util', 'settings'],
    types: ['../request', '../protocol'],
    packages: ['libsql'],
    node: ['buffer', 'crypto', 'fs', 'path', 'util'],
  },
  engine: {
    rooms: ['../util', '../request', '../scope', 'http', 'link', 'model', 'page', 'file', 'store'],
    types: ['../protocol', 'settings', 'content'],
    packages: [],
    node: ['crypto', 'path', 'timers', 'worker_threads'],
  },
  job: {
    rooms: ['../util', '../request', '../scope', '../frontier', 'http', 'site', 'engine'],
    types: ['../protocol', 'settings', 'store'],
    packages: [],
    node: ['crypto'],
  },
  webhook: {
    rooms: ['../util', 'http'],
    types: ['../schema', 'settings', 'store', 'job'],
    packages: ['undici'],
    node: ['crypto'],
  },
  api: {
    rooms: ['../util', '../request', '../scope', '../protocol', '../schema', 'settings', 'http', 'model'],
    types: ['store', 'job'],
    packages: ['hono', 'ws'],
    node: ['crypto', 'http', 'stream'],
  },
  ui: {
    rooms: ['../util', 'api'],
    types: ['../protocol', 'settings', 'job'],
    packages: ['hono'],
    node: ['crypto'],
  },
  index: { rooms: ['*'], packages: ['@hono/node-server'], node: ['fs', 'http', 'net', 'os', 'path'] },
}

/** What every room of the command line may use: what problems, plans, texts and requests are. */
const outer = [
  'util',
  'diagnostics',
  'scope',
  'frontier',
  'protocol',
  'schema',
  'request',
  'document',
  'validate',
  'migrate',
  'resolve',
  'lint',
  'import',
  'load',
  'git',
  'state',
  'plan',
  'client',
  'apply',
  'render',
  'explore',
  'comment',
  'init',
  'session',
].map((room) => `../${room}`)

// The rooms of the command line. What a program can also do is in the room `session`, which knows neither arguments nor terminals.
const cliRooms: Readonly<Record<string, RoomRule>> = {
  start: { rooms: ['../util'], packages: [], node: ['buffer', 'fs', 'module', 'path', 'vm'] },
  process: { rooms: ['../util'], packages: [], node: ['fs', 'module', 'readline', 'v8'] },
  arguments: { rooms: ['../util', '../schema', 'process'], packages: [], node: ['fs', 'path', 'util'] },
  help: { rooms: ['../util', 'arguments'], types: ['../render'], packages: [], node: [] },
  output: {
    rooms: ['../util', '../diagnostics', '../state', '../client', '../render', 'process', 'arguments'],
    types: ['../load', '../plan'],
    packages: [],
    node: ['crypto', 'fs', 'path'],
  },
  project: {
    rooms: [...outer, 'start', 'process', 'arguments', 'output'],
    packages: [],
    node: ['crypto', 'fs', 'path'],
  },
  explore: {
    rooms: [...outer, '../service', 'process', 'project', 'arguments', 'output'],
    packages: [],
    node: ['child_process', 'crypto', 'http', 'net', 'os'],
  },
  lock: { rooms: [...outer, 'process', 'project', 'arguments', 'output'], packages: [], node: [] },
  state: {
    rooms: [...outer, 'process', 'project', 'arguments', 'output'],
    packages: [],
    node: [],
  },
  commands: { rooms: ['*'], packages: [], node: ['crypto', 'fs', 'path'] },
  index: { rooms: ['*'], packages: [], node: ['fs', 'path'] },
}

describe('rooms', () => {
  it('import only what the table allows', () => {
    expect(findViolations(source, rooms)).toEqual([])
  })

  it('of the service import only what its own table allows', () => {
    expect(findViolations(path.join(source, 'service'), serviceRooms)).toEqual([])
  })

  it('of the command line import only what its own table allows', () => {
    expect(findViolations(path.join(source, 'cli'), cliRooms)).toEqual([])
  })

  it('keep the service out of every room but the session and the command line', () => {
    const lax = Object.entries(rooms).filter(
      ([room, rule]) =>
        room !== 'cli' && room !== 'session' && (rule.rooms.includes('*') || rule.rooms.includes('service')),
    )
    expect(lax).toEqual([])
  })

  it('stand below each other: no folders import each other in a circle', () => {
    expect(findFolderKnots(source)).toEqual([])
  })

  it('hold no files that import each other in a circle, not for a type either', () => {
    expect(findFileKnots(source)).toEqual([])
  })

  it('make directories in one way, which ends everywhere', () => {
    const others = sourceFiles(source).filter((file) =>
      /\bmkdir(?:Sync)?\([^)]*recursive/.test(readFileSync(path.join(source, file), 'utf8')),
    )
    expect(others).toEqual([])
  })

  it("ask whether a text is a URL in one way, as Node 20's own sometimes says no to letters beyond ASCII", () => {
    const others = sourceFiles(source).filter((file) =>
      /\bURL\s*\.\s*canParse\b/.test(readFileSync(path.join(source, file), 'utf8')),
    )
    // It tells why in its docstring.
    expect(others).toEqual(['util/can-parse-url.ts'])
  })

  it("change V8's flags only where the command line touches its own process: they are those of whoever starts the service too", () => {
    const others = sourceFiles(source).filter((file) =>
      readFileSync(path.join(source, file), 'utf8').includes('setFlagsFromString'),
    )
    expect(others).toEqual(['cli/process/process-host.ts'])
  })

  it('write private members in one way: with #', () => {
    const others = sourceFiles(source).filter((file) =>
      /^\s+private /m.test(readFileSync(path.join(source, file), 'utf8')),
    )
    expect(others).toEqual([])
  })

  it.each([
    ['plan/a.ts', "import { send } from '../client/send.ts'", 'plan/a.ts may not import client'],
    ['plan/a.ts', "import { read } from '../state/read.ts'", 'plan/a.ts may not import values of state'],
    ['frontier/a.ts', "import { clock } from '../util/clock.ts'", 'frontier/a.ts may not import util'],
    ['scope/a.ts', "export { get } from 'undici'", 'scope/a.ts may not import package undici'],
    ['resolve/a.ts', "const fs = await import('node:fs')", 'resolve/a.ts may not import node:fs'],
    ['session/a.ts', "import type { Host } from '../cli/process/host.ts'", 'session/a.ts may not import cli'],
    ['index.ts', "export { run } from './cli/program.ts'", 'index.ts may not import cli'],
    ['magic/a.ts', '', 'magic/a.ts stands in no known room'],
  ])('bite: %s with %s', (file, text, violation) => {
    const violations = inPlanted({ [file]: text }, (planted) => findViolations(planted, rooms))
    expect(violations).toEqual([violation])
  })

  it.each([
    ['html/a.ts', "import { fetch } from '../http/fetch.ts'", 'html/a.ts may not import http'],
    ['job/a.ts', "import { open } from '../store/open.ts'", 'job/a.ts may not import values of store'],
    ['page/a.ts', "import { get } from 'undici'", 'page/a.ts may not import package undici'],
    ['site/a.ts', "import { readFile } from 'node:fs'", 'site/a.ts may not import node:fs'],
    ['helpers/a.ts', '', 'helpers/a.ts stands in no known room'],
  ])('of the service bite: %s with %s', (file, text, violation) => {
    const violations = inPlanted({ [file]: text }, (planted) => findViolations(planted, serviceRooms))
    expect(violations).toEqual([violation])
  })

  it.each([
    ['output/a.ts', "import { open } from '../project/open.ts'", 'output/a.ts may not import project'],
    [
      'process/a.ts',
      "import type { Options } from '../arguments/options.ts'",
      'process/a.ts may not import arguments',
    ],
  ])('of the command line bite: %s with %s', (file, text, violation) => {
    const violations = inPlanted({ [file]: text }, (planted) => findViolations(planted, cliRooms))
    expect(violations).toEqual([violation])
  })

  it('bite where folders are knotted, one level down and by way of a third', () => {
    const files = {
      'index.ts': "import { a } from './service/a/a.ts'",
      'service/a/a.ts': "import { b } from '../b/b.ts'",
      'service/b/b.ts': "import type { C } from '../c/c.ts'",
      'service/c/c.ts': "export const a = await import('../a/a.ts')",
      'service/d/d.ts': "import { a } from '../a/a.ts'",
    }
    expect(inPlanted(files, findFolderKnots)).toEqual(['service: a, b, c'])
  })

  it('bite where files are knotted, for a type or by way of a third', () => {
    const files = {
      'plan/a.ts': "import type { B } from './b.ts'",
      'plan/b.ts': "export { c } from './c.ts'",
      'plan/c.ts': "import { a } from './a.ts'",
      'plan/d.ts': "const e = await import('./e.ts')",
      'plan/e.ts': "import { d } from './d.ts'",
    }
    expect(inPlanted(files, findFileKnots)).toEqual(['plan/a.ts', 'plan/b.ts', 'plan/c.ts'])
  })
})

/** Returns what `look` answers for a folder that holds `files`. */
function inPlanted<T>(files: Readonly<Record<string, string>>, look: (directory: string) => T): T {
  const planted = mkdtempSync(path.join(tmpdir(), 'rooms-'))
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(planted, file)), { recursive: true })
      writeFileSync(path.join(planted, file), text)
    }
    return look(planted)
  } finally {
    rmSync(planted, { recursive: true })
  }
}
