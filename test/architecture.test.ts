import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFileKnots, findFolderKnots } from './support/import-knots.ts'
import { roomsWithoutMainFile } from './support/main-files.ts'
import { findViolations, sourceFiles } from './support/room-imports.ts'
import { cliRooms, rooms, serviceRooms } from './support/room-table.ts'

const source = path.join(import.meta.dirname, '../src')

describe('rooms', () => {
  it('import only what the table allows', () => {
    expect(findViolations(source, rooms)).toEqual([])
  })

  it('of the service import only what their own table allows', () => {
    expect(findViolations(path.join(source, 'service'), serviceRooms)).toEqual([])
  })

  it('of the command line import only what their own table allows', () => {
    expect(findViolations(path.join(source, 'cli'), cliRooms)).toEqual([])
  })

  it('cannot use the service, except for session and cli', () => {
    const lax = Object.entries(rooms).filter(
      ([room, rule]) =>
        room !== 'cli' && room !== 'session' && (rule.rooms.includes('*') || rule.rooms.includes('service')),
    )
    expect(lax).toEqual([])
  })

  it('have no folders that import each other in a circle', () => {
    expect(findFolderKnots(source)).toEqual([])
  })

  it('have no files that import each other in a circle, even for types', () => {
    expect(findFileKnots(source)).toEqual([])
  })

  it('each have a main file that starts with input, output and what it must not know', () => {
    // The helpers in util have nothing in common.
    expect(roomsWithoutMainFile(source)).toEqual(['util'])
  })

  it('create directories with one function, which always ends', () => {
    const others = sourceFiles(source).filter((file) =>
      /\bmkdir(?:Sync)?\([^)]*recursive/.test(readFileSync(path.join(source, file), 'utf8')),
    )
    expect(others).toEqual([])
  })

  it('check URLs with one function, because Node 20 sometimes rejects non-ASCII URLs', () => {
    const others = sourceFiles(source).filter((file) =>
      /\bURL\s*\.\s*canParse\b/.test(readFileSync(path.join(source, file), 'utf8')),
    )
    // It tells why in its docstring.
    expect(others).toEqual(['util/can-parse-url.ts'])
  })

  it('open a local record with one function, which checks its directory', () => {
    expect(callersOf('openLocalBackend', source)).toEqual([
      'session/open-backend.ts',
      'state/local-backend.ts',
    ])
  })

  it('are reported if they open a record with another function', () => {
    const files = { 'lsp/a.ts': "const backend = openLocalBackend({ directory: '.crawlform' })" }
    expect(inPlanted(files, (planted) => callersOf('openLocalBackend', planted))).toEqual(['lsp/a.ts'])
  })

  it('read files with one function, which refuses pipes and devices', () => {
    // A file that a person named may be a pipe, so readNamed and import take one; the others are of this package.
    expect(readersOf(source)).toEqual([
      'cli/commands/import.ts',
      'cli/process/report-bug.ts',
      'schema/schema.ts',
      'util/files.ts',
      'util/package-file.ts',
    ])
  })

  it('are reported if they read a file with another function', () => {
    const files = { 'lsp/a.ts': "const text = readFileSync(file, 'utf8')", 'plan/b.ts': 'readFile(file)' }
    expect(inPlanted(files, readersOf).toSorted()).toEqual(['lsp/a.ts', 'plan/b.ts'])
  })

  it("replace a user's files with one function, which checks if they were saved meanwhile", () => {
    expect(callersOf('putFile', source)).toEqual([
      'cli/project/rewrite-files.ts',
      // Its own file, which says where it listens.
      'session/embedded-service.ts',
      'util/files.ts',
    ])
  })

  it('are reported if they replace a file with another function', () => {
    const files = { 'cli/commands/a.ts': 'putFile(file, text, 0o666)' }
    expect(inPlanted(files, (planted) => callersOf('putFile', planted))).toEqual(['cli/commands/a.ts'])
  })

  it('write private members only with #', () => {
    const others = sourceFiles(source).filter((file) =>
      /^\s+private /m.test(readFileSync(path.join(source, file), 'utf8')),
    )
    expect(others).toEqual([])
  })

  it('decide who requests a page, and its store key, in one place', () => {
    expect(otherSenders(source)).toEqual([])
  })

  it('are reported if they use another page key, or send other headers', () => {
    const files = {
      'service/http/sender.ts': 'return digest(text) as PageKey',
      'service/job/a.ts': 'store.cache.find(url as PageKey, 0)',
      'service/http/http.ts': "const headers = { 'user-agent': agent }",
      'client/b.ts': "const headers = { 'user-agent': agent }",
    }
    expect(inPlanted(files, otherSenders).toSorted()).toEqual(['service/http/http.ts', 'service/job/a.ts'])
  })

  it.each([
    ['plan/a.ts', "import { send } from '../client/send.ts'", 'plan/a.ts may not import client'],
    ['plan/a.ts', "import { read } from '../state/read.ts'", 'plan/a.ts may not import values of state'],
    ['frontier/a.ts', "import { makePlan } from '../plan/make-plan.ts'", 'frontier/a.ts may not import plan'],
    ['scope/a.ts', "export { get } from 'undici'", 'scope/a.ts may not import package undici'],
    ['resolve/a.ts', "const fs = await import('node:fs')", 'resolve/a.ts may not import node:fs'],
    ['session/a.ts', "import type { Host } from '../cli/process/host.ts'", 'session/a.ts may not import cli'],
    ['index.ts', "export { run } from './cli/program.ts'", 'index.ts may not import cli'],
    ['magic/a.ts', '', 'magic/a.ts stands in no known room'],
  ])('are reported: %s with %s', (file, text, violation) => {
    const violations = inPlanted({ [file]: text }, (planted) => findViolations(planted, rooms))
    expect(violations).toEqual([violation])
  })

  it.each([
    ['page-tree/a.ts', "import { fetch } from '../http/fetch.ts'", 'page-tree/a.ts may not import http'],
    ['job/a.ts', "import { open } from '../store/open.ts'", 'job/a.ts may not import values of store'],
    ['page/a.ts', "import { get } from 'undici'", 'page/a.ts may not import package undici'],
    ['site/a.ts', "import { readFile } from 'node:fs'", 'site/a.ts may not import node:fs'],
    ['helpers/a.ts', '', 'helpers/a.ts stands in no known room'],
  ])('of the service are reported: %s with %s', (file, text, violation) => {
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
  ])('of the command line are reported: %s with %s', (file, text, violation) => {
    const violations = inPlanted({ [file]: text }, (planted) => findViolations(planted, cliRooms))
    expect(violations).toEqual([violation])
  })

  it('are reported if a main file is missing or starts differently', () => {
    const head = '/**\n * Input: a.\n * Output: b.\n * Must not know c.\n */\n'
    const files = {
      'index.ts': '',
      'plan/plan.ts': head,
      'state/backend.ts': head,
      'client/client.ts': '/** Sends calls. */\n',
      'cli/help/help.ts': head,
      'cli/cli.ts': head,
      'service/service.ts': `\n${head}`,
      'service/job/jobs.ts': head,
    }
    expect(inPlanted(files, roomsWithoutMainFile).toSorted()).toEqual([
      'client',
      'service',
      'service/job',
      'state',
    ])
  })

  it('are reported if folders form a circle, even through a third folder', () => {
    const files = {
      'index.ts': "import { a } from './service/a/a.ts'",
      'service/a/a.ts': "import { b } from '../b/b.ts'",
      'service/b/b.ts': "import type { C } from '../c/c.ts'",
      'service/c/c.ts': "export const a = await import('../a/a.ts')",
      'service/d/d.ts': "import { a } from '../a/a.ts'",
    }
    expect(inPlanted(files, findFolderKnots)).toEqual(['service: a, b, c'])
  })

  it('are reported if files form a circle, for a type or through a third file', () => {
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

/** Returns the files that declare or call a function. */
function callersOf(name: string, directory: string): readonly string[] {
  return sourceFiles(directory).filter((file) =>
    readFileSync(path.join(directory, file), 'utf8').includes(`${name}(`),
  )
}

/** Returns the files outside of the service that read a file themselves. */
function readersOf(directory: string): readonly string[] {
  return sourceFiles(directory).filter(
    (file) =>
      !file.startsWith('service/') &&
      /(?<!fs\.)\b(?:readFile(?:Sync)?|createReadStream)\(/.test(
        readFileSync(path.join(directory, file), 'utf8'),
      ),
  )
}

/** Returns the files, except one, that make a key of stored pages, or the headers of a request to a site. */
function otherSenders(directory: string): string[] {
  return sourceFiles(directory).filter(
    (file) =>
      file.startsWith('service/') &&
      file !== 'service/http/sender.ts' &&
      /\bas PageKey\b|'user-agent':/.test(readFileSync(path.join(directory, file), 'utf8')),
  )
}

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
