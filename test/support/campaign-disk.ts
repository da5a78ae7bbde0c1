import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** What a machine's disk does to it. */
export interface DiskFaults {
  /** Calls that change files until the machine is killed in the midst of one. */
  stepsLeft: number
  /** Bytes that files may still grow by. */
  bytesLeft: number
  isDead: () => boolean
  die: () => void
  /** Resolves when the machine is dead, whatever killed it. */
  readonly killed: Promise<void>
  /** Called with each write that was cut. */
  onCut: (how: 'torn' | 'full') => void
}

interface Disk extends DiskFaults {
  /** Locks that it has drafted, with its tokens; when it is dead, they are those of a process that is gone. */
  readonly locks: Map<string, string>
}

const machines = new AsyncLocalStorage<Disk>()

/** Runs `act` on a disk that kills its machine between any two system calls, or in one, and that may be full. */
export function onDisk<T>(faults: DiskFaults, act: () => Promise<T>): Promise<T> {
  patch()
  const locks = new Map<string, string>()
  void faults.killed.then(() => {
    for (const [lock, token] of locks) orphan(lock, token)
  })
  return machines.run(Object.assign(Object.create(faults) as DiskFaults, { locks }), act)
}

class Gone extends Error {}

/** Ends a machine, or lets a call that changes files be; `size` is how much it writes. Returns how much of that comes about. */
function step(size: number): { readonly size: number; readonly error?: Error } {
  const disk = machines.getStore()
  if (disk === undefined) return { size }
  if (disk.isDead()) throw new Gone('the machine is dead')
  // Set through the prototype, which the campaign holds.
  const faults = Object.getPrototypeOf(disk) as DiskFaults
  if (faults.stepsLeft-- <= 0) {
    const part = Math.floor(size * fraction(faults.stepsLeft + size))
    if (size > 0) faults.onCut('torn')
    disk.die()
    return { size: part, error: new Gone('the machine died') }
  }
  if (size <= faults.bytesLeft) {
    faults.bytesLeft -= size
    return { size }
  }
  const part = Math.max(0, faults.bytesLeft)
  faults.bytesLeft = 0
  faults.onCut('full')
  return {
    size: part,
    error: Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  }
}

/** Any fraction, from a number that differs from one cut to the next. */
function fraction(number: number): number {
  return (Math.imul(number + 17, 2_654_435_761) >>> 0) / 4_294_967_296
}

/** Lets a lock be one of a process that is gone, which no process id of Linux can be (proc(5), pid_max). */
function orphan(lock: string, token: string): void {
  try {
    const holder = JSON.parse(real.readFileSync(lock, 'utf8')) as { token?: unknown }
    if (holder.token === token) real.writeFileSync(lock, JSON.stringify({ ...holder, pid: 2 ** 30 }))
  } catch {
    // Released before.
  }
}

/** As they are without faults; the functions below are bound to their module. */
const real = { ...fs }
const realPromises = { ...fsPromises }

let isPatched = false

/** Puts the disk between the project and the system's calls, once; without a machine they do what they always do. */
function patch(): void {
  if (isPatched) return
  isPatched = true
  patchSync()
  patchPromises()
  syncBuiltinESMExports()
}

function patchSync(): void {
  for (const name of [
    'rmSync',
    'unlinkSync',
    'ftruncateSync',
    'mkdirSync',
    'linkSync',
    'renameSync',
  ] as const) {
    const call = real[name] as (...args: unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        const { error } = step(0)
        if (error !== undefined) throw error
        return call(...args)
      },
    })
  }
  fs.writeSync = ((...[file, bytes, from, length, position]: [number, Buffer, number, number, number]) => {
    const { size, error } = step(length)
    const done = size > 0 ? real.writeSync(file, bytes, from, size, position) : 0
    if (error !== undefined && (error instanceof Gone || done === 0)) throw error
    return done
  }) as typeof fs.writeSync
  fs.writeFileSync = ((file: string, text: string, options: object) => {
    const { size, error } = step(text.length)
    const [, lock, token] = /^(.*\.lock(?:\.[0-9a-f-]{36})*)\.([0-9a-f-]{36})\.draft$/.exec(file) ?? []
    if (lock !== undefined && token !== undefined) machines.getStore()?.locks.set(lock, token)
    real.writeFileSync(file, text.slice(0, size), options)
    if (error !== undefined) throw error
  }) as typeof fs.writeFileSync
  fs.fsync = ((file: number, done: (error: Error | null) => void) => {
    const { error } = step(0)
    if (error === undefined) real.fsync(file, done)
    else done(error)
  }) as typeof fs.fsync
}

function patchPromises(): void {
  for (const name of ['rm'] as const) {
    const call = realPromises[name] as (...args: unknown[]) => Promise<unknown>
    Object.assign(fsPromises, {
      [name]: async (...args: unknown[]) => {
        const { error } = step(0)
        if (error !== undefined) throw error
        return call(...args)
      },
    })
  }
  fsPromises.writeFile = (async (file: string, text: string) => {
    const { size, error } = step(text.length)
    await realPromises.writeFile(file, text.slice(0, size))
    if (error !== undefined) throw error
  }) as typeof fsPromises.writeFile
  fsPromises.open = (async (...args: Parameters<typeof fsPromises.open>) => {
    const handle = await realPromises.open(...args)
    const writeFile = handle.writeFile.bind(handle)
    handle.writeFile = (async (text: string) => {
      const { size, error } = step(text.length)
      await writeFile(text.slice(0, size))
      if (error !== undefined) throw error
    }) as typeof handle.writeFile
    return handle
  }) as typeof fsPromises.open
}
