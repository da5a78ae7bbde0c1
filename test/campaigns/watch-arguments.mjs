// In a thread of its own: tells the arguments of every process that begins below this one, as /proc shows them, until it
// is ended. A process that has just been forked shows its parent's for a moment, so each is looked at again and again.
import { readdirSync, readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))
const before = new Set(pids())
const ours = new Set([String(process.pid)])
const told = new Set()
const stop = new Int32Array(workerData)

parentPort.postMessage('')
while (Atomics.wait(stop, 0, 0, 1) === 'timed-out') {
  for (const pid of pids()) {
    if (before.has(pid) || !isOurs(pid)) continue
    const text = read(pid, 'cmdline').replaceAll('\0', ' ')
    if (text === '' || told.has(text)) continue
    told.add(text)
    parentPort.postMessage(text)
  }
}

/** Remembers what is ours: a process that outlives its parent gets another. */
function isOurs(pid) {
  const parent = /\) . (\d+) /.exec(read(pid, 'stat'))?.[1]
  if (ours.has(parent)) ours.add(pid)
  return ours.has(pid)
}

function read(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // It has ended.
  }
}
