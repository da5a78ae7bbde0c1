// Processes as Linux tells of them (proc(5)), for tests and campaigns.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Memory in MiB and open file descriptors of a process. */
export function measureProcess(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
  const fds = readdirSync(`/proc/${pid}/fd`).length
  return { rss: mebibytes('VmRSS'), peak: mebibytes('VmHWM'), files: mebibytes('RssFile'), fds }
}

/** Tells whether a process runs. */
export function isAlive(pid) {
  try {
    // A process that has ended and that nobody has asked after does not run.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The processes that a process has started and that run. */
export function childrenOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  const texts = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'))
  return texts.join(' ').split(' ').filter(Boolean).map(Number)
}

/**
 * Watches the memory of a process and its children, in MiB. Each sample is the sum of their peaks since the sample before, so
 * peaks of different times are not added. Node's own program is in memory once for all of them, as a container counts it, so
 * their mapped files count once. Returns a function that ends the watch and returns the highest sample.
 */
export function watchMemory(pid, everyMs = 20) {
  let highest = 0
  const look = () => {
    try {
      const all = [pid, ...childrenOf(pid)].map((each) => takePeak(each, pid)).filter(Boolean)
      const now = all.reduce((sum, { own }) => sum + own, Math.max(...all.map(({ files }) => files)))
      highest = Math.max(highest, now)
    } catch {
      // It has ended, and another may get its number.
      clearInterval(timer)
    }
  }
  const timer = setInterval(look, everyMs)
  return () => {
    look()
    clearInterval(timer)
    if (highest === 0 && process.platform === 'linux')
      throw new Error(`nothing of process ${pid} was measured`)
    return highest
  }
}

/** Returns the peak of a process, apart from mapped files, and has it count from now on. Undefined for one that has ended. */
function takePeak(pid, parent) {
  try {
    // Until it has become its program, what it has is its parent's (fork(2)).
    if (pid !== parent && commandOf(pid) === commandOf(parent)) return undefined
    const { peak, files } = measureProcess(pid)
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    return { own: peak - files, files }
  } catch {
    return undefined
  }
}

const commandOf = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
