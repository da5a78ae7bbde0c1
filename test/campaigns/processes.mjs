// What campaigns do with processes: start them, hear of their address, ask them for JSON, and count their files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const serveChild = path.join(import.meta.dirname, '../service/support/serve-child.mjs')
const campaignSite = path.join(import.meta.dirname, 'campaign-site.mjs')

/** Starts a program of ours that prints its address; resolves to its process and the address. */
export async function startChild(script, args = [], { nodeArgs = [], shell = '' } = {}) {
  const words = [process.execPath, ...nodeArgs, script, ...args]
  // A shell, where one is asked for, sets bounds and then becomes the program: the process is the same.
  const [command, ...rest] = shell === '' ? words : ['sh', '-c', `${shell} exec "$0" "$@"`, ...words]
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => (said = (said + text).slice(-4000)))
  const line = await Promise.race([
    once(child.stdout, 'data').then(([data]) => String(data).trim()),
    once(child, 'exit').then(([code, signal]) => {
      throw new Error(`${path.basename(script)} ended with ${code ?? signal} before it began: ${said}`)
    }),
  ])
  return { child, url: line.split('\n')[0] ?? '', said: () => said }
}

export const startService = (settings, options = {}) =>
  startChild(serveChild, [JSON.stringify(settings)], options)

export const startSite = (args = []) => startChild(campaignSite, args)

/** Sends a signal and waits until the process is gone. */
export async function end({ child }, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** A kept connection may be closed by its other end just when it is used, so each request has its own. */
const alone = { connection: 'close' }

/** The JSON of an answer. A connection that breaks is an error, as is a status that is not 200. */
export async function getJson(url, body) {
  const post = { method: 'POST', body: JSON.stringify(body) }
  const headers = { ...alone, 'content-type': 'application/json' }
  const answer = await fetch(url, body === undefined ? { headers: alone } : { ...post, headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** A request without an answer that matters. */
export async function send(url, method) {
  await (await fetch(url, { method, headers: alone })).arrayBuffer()
}

/** Looks at a job until it has ended; resolves to its first part. */
export async function untilEnded(url, id, everyMs = 100) {
  for (;;) {
    const answer = await getJson(`${url}/v2/crawl/${id}?limit=1`)
    if (answer.status !== 'scraping') return answer
    await pause(everyMs)
  }
}

/** Every page of a finished job, part by part. */
export async function* pagesOf(url, id) {
  for (let next = `${url}/v2/crawl/${id}`; next !== undefined;) {
    const part = await getJson(next)
    yield* part.data
    next = part.next
  }
}

/** Files below a directory and their bytes. */
export function measureFiles(directory) {
  let [files, bytes, largest] = [0, 0, 0]
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    try {
      const { size } = lstatSync(path.join(entry.parentPath, entry.name))
      files += 1
      bytes += size
      largest = Math.max(largest, size)
    } catch {
      // Removed meanwhile.
    }
  }
  return { files, bytes, largest }
}

/** Numbers from a seed, the same on every machine (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count) => Math.floor(next() * count)
  return { next, below, pick: (items) => items[below(items.length)], chance: (share) => next() < share }
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
