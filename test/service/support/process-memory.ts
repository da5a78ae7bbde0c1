import { readdirSync, readFileSync } from 'node:fs'

/** The processes that a process has started and that still run; on Linux alone. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/** Tells whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    // A process that has ended and that nobody has asked after does not run.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Notes how much memory a process and its children take together, in MiB, until it is stopped; on Linux alone. */
export function watchMemory(pid: number): () => number {
  let peak = 0
  const look = (): void => {
    // Until a process has become its program, what it has is its parent's (fork(2)).
    const all = [pid, ...childrenOf(pid).filter((child) => commandOf(child) !== commandOf(pid))]
    peak = Math.max(
      peak,
      all.reduce((sum, each) => sum + residentMb(each), 0),
    )
  }
  const timer = setInterval(look, 20)
  return () => {
    look()
    clearInterval(timer)
    return peak
  }
}

function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return undefined
  }
}

function residentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
