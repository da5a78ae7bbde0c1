import path from 'node:path'
import { expect, it } from 'vitest'
import { runDocument } from '../../scripts/docs/run-document.mjs'

const root = path.join(import.meta.dirname, '../..')
const stand = (): never => {
  throw new Error('no stand is needed')
}

it('writes a new id everywhere if the text around its first place changed', async () => {
  const old = '8d5730d7-f838-4777-9d46-9f0677410df6'
  const command = `node -p 'crypto.randomUUID()' > id && echo "job $(cat id)"`
  const text = (first: string, second: string) =>
    `\`\`\`console\n$ ${command}\n${first}\n$ cat id\n${second}\n\`\`\`\n`
  const written = await runDocument(text(`task ${old}`, old), { root, stand })
  const [, id = ''] = /^job (.*)$/m.exec(written) ?? []
  expect(id).toMatch(/^[\w-]{36}$/)
  expect(written).toBe(text(`job ${id}`, id))
  expect(await runDocument(written, { root, stand })).toBe(written)
})
