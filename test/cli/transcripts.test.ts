import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTranscript } from '../support/run-transcript.ts'
import { serveDirectory } from '../../scripts/static-site.mjs'

const folder = path.join(import.meta.dirname, '../fixtures/cli')
const transcripts = readdirSync(folder).filter((name) => name.endsWith('.md'))

let site: Awaited<ReturnType<typeof serveDirectory>>

beforeAll(async () => {
  site = await serveDirectory(path.join(import.meta.dirname, '../fixtures/site/handbook'))
})
afterAll(() => site.close())

it.each(transcripts)('the commands in %s print the recorded output', async (name) => {
  const file = path.join(folder, name)
  const written = readFileSync(file, 'utf8')
  const env: Record<string, string> = written.includes('${env:SITE}') ? { SITE: site.url } : {}
  await expect(await runTranscript(written, env)).toMatchFileSnapshot(file)
})
