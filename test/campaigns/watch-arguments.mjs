// In a thread of its own: tells the arguments of every process that begins on this machine, as /proc shows them, until it
// is ended. A process that has just been forked shows its parent's for a moment, so each is looked at again and again.
import { readdirSync, readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))
const before = new Set(pids())
const told = new Set()
const stop = new Int32Array(workerData)

parentPort.postMessage('')
while (Atomics.wait(stop, 0, 0, 1) === 'timed-out') {
  for (const pid of pids()) {
    const text = before.has(pid) ? '' : argumentsOf(pid)
    if (text === '' || told.has(text)) continue
    told.add(text)
    parentPort.postMessage(text)
  }
}

function argumentsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // It has ended.
  }
}
