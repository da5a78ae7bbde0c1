import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { GitBlobs } from '../../src/state/git-blobs.ts'
import { GitRepositories } from '../support/git-repositories.ts'

const repositories = new GitRepositories()
const clone = repositories.clone()
const file = path.join(repositories.root, 'blob')

function blob(bytes: Buffer) {
  writeFileSync(file, bytes)
  return { bytes, id: repositories.git(clone, 'hash-object', '-w', file) }
}

function openBlobs() {
  const started: ChildProcess[] = []
  const blobs = new GitBlobs((args) => {
    const child = spawn('git', args, { cwd: clone, env: repositories.env })
    started.push(child)
    return child
  })
  return { blobs, started }
}

it('blobs of any size and content are read with one process, whoever asks at the same time', async () => {
  const some = [0, 1, 70_000, 3_000_000].map((size) => blob(randomBytes(size)))
  const { blobs, started } = openBlobs()
  const read = await Promise.all([...some, ...some].map(({ id }) => blobs.read(id)))
  expect(read.map((bytes, index) => bytes.equals(some[index % some.length]!.bytes))).toEqual(
    read.map(() => true),
  )
  expect(started).toHaveLength(1)
})

it('a blob that is missing is an error in the words of git, and the next one is read', async () => {
  const { id } = blob(Buffer.from('there'))
  const { blobs } = openBlobs()
  const missing = '0'.repeat(40)
  await expect(blobs.read(missing)).rejects.toThrow(`${missing} missing`)
  expect((await blobs.read(id)).toString()).toBe('there')
})

it('a process that a signal ended is replaced, whether its end was noticed or not', async () => {
  const { id } = blob(Buffer.from('there'))
  const { blobs, started } = openBlobs()
  for (const noticed of [false, true]) {
    await blobs.read(id)
    const child = started.at(-1)!
    const closed = once(child, 'close')
    child.kill('SIGINT')
    if (noticed) await closed
    expect((await blobs.read(id)).toString()).toBe('there')
  }
  expect(started).toHaveLength(3)
})

it('a git that cannot start or that ends at once is an error', async () => {
  const none = new GitBlobs(() => spawn(path.join(clone, 'no-such-git'), []))
  await expect(none.read('0'.repeat(40))).rejects.toThrow('ENOENT')
  const outside = new GitBlobs((args) =>
    spawn('git', args, { cwd: repositories.root, env: repositories.env }),
  )
  await expect(outside.read('0'.repeat(40))).rejects.toThrow('not a git repository')
})
