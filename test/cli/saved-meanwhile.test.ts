import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../src/cli/cli.ts'
import { formatPromptLock } from '../../src/resolve/prompt-lock.ts'
import { systemClock } from '../../src/util/clock.ts'
import { startModel } from '../service/support/model.ts'
import { fakeHost, type FakeHost, type HostWish } from '../support/fake-host.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

const BROKEN = 'version: 2\nrequest:\n  url: "https://${env:HOST}/"\n  limit: "20"\n'
const SAVED = `${BROKEN}  delay: 1 # saved by a person\n`

let project: CliProject
beforeEach(() => void (project = cliProject({})))
afterEach(() => project.remove())

const hostOf = (wish: HostWish): FakeHost =>
  fakeHost({ cwd: project.directory, clock: systemClock, ...wish, env: wish.env ?? {} })

const read = (file: string): string => readFileSync(path.join(project.directory, file), 'utf8')

/** Returns variables of a process; somebody saves a file as soon as a command asks for HOST, after it read that file. */
function savingHost(save: () => void): Record<string, string> {
  return Object.defineProperty<Record<string, string>>({}, 'HOST', {
    enumerable: true,
    get: () => {
      save()
      return 'docs.example.com'
    },
  })
}

describe('a file that a person saves while a command runs is kept', () => {
  it('by validate --fix, which fixes the other files', async () => {
    project.write('crawls/docs.yaml', BROKEN)
    project.write('crawls/other.yaml', BROKEN.replace('${env:HOST}', 'other.example.com'))
    const host = hostOf({
      argv: ['validate', '--fix'],
      env: savingHost(() => project.write('crawls/docs.yaml', SAVED)),
    })
    expect(await runCli(host)).toBe(3)
    expect(host.err()).toContain('"crawls/docs.yaml" changed while this command ran, and was not written.')
    expect(host.err()).toContain('Written: 1 other file.')
    expect(host.err()).toContain('Run the command again')
    expect(read('crawls/docs.yaml')).toBe(SAVED)
    expect(read('crawls/other.yaml')).toContain('limit: 20\n')

    const again = hostOf({ argv: ['validate', '--fix'], env: { HOST: 'docs.example.com' } })
    expect(await runCli(again)).toBe(0)
    expect(read('crawls/docs.yaml')).toBe(SAVED.replace('"20"', '20'))
  })

  it('by validate --fix --dry-run, which shows the difference to the text that it checked', async () => {
    project.write('crawls/docs.yaml', BROKEN)
    const host = hostOf({
      argv: ['validate', '--fix', '--dry-run'],
      env: savingHost(() => project.write('crawls/docs.yaml', SAVED)),
    })
    expect(await runCli(host)).toBe(1)
    expect(host.out()).toContain('-  limit: "20"\n+  limit: 20\n')
    expect(host.out()).not.toContain('saved by a person')
  })

  it('by migrate --write', async () => {
    const old = 'version: 1\nrequest:\n  url: https://example.com/\n  ignoreSitemap: true\n'
    project.write('crawls/old.yaml', old)
    const host = hostOf({ argv: ['migrate', '-', 'crawls/old.yaml', '--write'], input: [old] })
    // The text of standard input is printed when all files have been read.
    const stdout = {
      ...host.stdout,
      write: (text: string) => {
        project.write('crawls/old.yaml', `${old}# saved\n`)
        host.stdout.write(text)
      },
    }
    expect(await runCli({ ...host, stdout })).toBe(3)
    expect(host.err()).toContain('"crawls/old.yaml" changed while this command ran')
    expect(host.out()).toContain('sitemap: skip')
    expect(read('crawls/old.yaml')).toBe(`${old}# saved\n`)
  })

  it.each([
    ['that was there', formatPromptLock([])],
    ['that is new', undefined],
  ])('by lock, in a file %s', async (_what, before) => {
    const model = await startModel()
    try {
      const saved = `${formatPromptLock([])}\n`
      project.write(
        'crawlform.yaml',
        'version: 2\nenvironments:\n  local:\n    embedded: { model: { baseUrl: "${env:MODEL_URL}", name: test-model, apiKey: "${secret:MODEL_KEY}" } }\n',
      )
      project.write(
        'crawls/docs.yaml',
        'version: 2\nrequest:\n  url: http://127.0.0.1/\n  prompt: everything\n  scrapeOptions: { maxAge: 0 }\n',
      )
      if (before !== undefined) project.write('crawls.lock.json', before)
      // The service asks the model between the read and the write.
      model.answers.push({
        toJSON: () => {
          project.write('crawls.lock.json', saved)
          return { limit: 7 }
        },
      })
      const env = {
        PATH: process.env['PATH'],
        HOME: project.directory,
        MODEL_URL: model.settings.baseUrl,
        MODEL_KEY: 'model-key',
      }
      const host = hostOf({ argv: ['lock'], env })
      expect([await runCli(host), host.err()]).toEqual([
        3,
        expect.stringContaining('"crawls.lock.json" changed while this command ran'),
      ])
      expect(model.asked).toHaveLength(1)
      expect(read('crawls.lock.json')).toBe(saved)
    } finally {
      await model.close()
    }
  })
})
