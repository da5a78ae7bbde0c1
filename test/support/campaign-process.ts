import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Plan } from '../../src/plan/plan.ts'
import { formatSavedPlan } from '../../src/plan/saved-plan.ts'
import type { RandomSource } from './random-source.ts'

const CHILD = path.join(import.meta.dirname, 'apply-child.mjs')

/** A disk of one's own, as small as full disks are; an ordinary directory where the system gives none. */
export interface SmallDisk {
  readonly directory: string
  /** Leaves about so many bytes free. */
  fill(free: number): void
  empty(): void
  remove(): void
}

const DISK_BYTES = 256 * 1024

export function makeSmallDisk(): SmallDisk {
  const directory = mkdtempSync(path.join(tmpdir(), 'campaign-disk-'))
  const isMounted =
    process.platform === 'linux' &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'campaign', directory]).status === 0
  const filler = path.join(directory, 'filler')
  return {
    directory,
    fill(free) {
      if (!isMounted) return
      const { bavail, bsize } = statfsSync(directory)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - free)))
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      if (isMounted) execFileSync('umount', ['--lazy', directory])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** What a real process meets: its step of death, a delay after its first event, and the size that no file may exceed. */
interface ProcessFaults {
  readonly step: number
  readonly delayMs: number | undefined
  readonly fileBlocks: number | undefined
}

function someFaults(random: RandomSource): ProcessFaults {
  return {
    step: random.chance(0.4) ? random.below(40) : 1_000_000,
    delayMs: random.chance(0.5) ? random.below(60) : undefined,
    // In units of 512 bytes (POSIX, ulimit). The write that exceeds it is cut, and its process killed by SIGXFSZ.
    fileBlocks: random.chance(0.2) ? 1 + random.below(16) : undefined,
  }
}

/** Applies a plan in a process of its own, which is killed for real. Resolves to whether it was. */
export async function applyInProcess(
  plan: Plan,
  to: { readonly directory: string; readonly baseUrl: string; readonly random: RandomSource },
): Promise<'ended' | 'killed'> {
  const { step, delayMs, fileBlocks } = someFaults(to.random)
  const place = mkdtempSync(path.join(tmpdir(), 'campaign-plan-'))
  const file = path.join(place, 'plan.json')
  writeFileSync(file, formatSavedPlan(plan))
  const bound = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks};`
  const words = [process.execPath, CHILD, to.directory, to.baseUrl, file, String(step)]
  const child = spawn('sh', ['-c', `${bound} exec "$0" "$@"`, ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // The start of Node is not what is tested: time runs from the first event on.
  if (delayMs !== undefined) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs))
  child.stdout.resume()
  const signal = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (_code, last) => resolve(last))
  })
  rmSync(place, { recursive: true })
  return signal === null ? 'ended' : 'killed'
}
