// Kills its process by SIGKILL before the nth change of a file whose path matches: for `node --import`. Reads the number and the
// pattern from the environment. Changes of page threads do not count, because their order differs from run to run.
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread, workerData } from 'node:worker_threads'

const { KILL_AT_CHANGE, KILL_AT_PATH } = process.env
const pattern = new RegExp(KILL_AT_PATH)
let left = Number(KILL_AT_CHANGE)

function step(...paths) {
  if (paths.some((path) => pattern.test(String(path))) && --left === 0) process.kill(process.pid, 'SIGKILL')
}

/** Commands that deliver pages run in a thread, which is told the widths of the streams. */
const isCommand = typeof workerData === 'object' && workerData !== null && 'stdout' in workerData

if (isMainThread || isCommand) {
  const plain = ['writeFile', 'rename', 'rm', 'rmdir', 'unlink', 'mkdir', 'link', 'copyFile', 'cp']
  for (const name of plain) {
    for (const [module, call] of [
      [fs, `${name}Sync`],
      [promises, name],
    ]) {
      const real = module[call]
      module[call] = (path, ...rest) => {
        step(path, rest[0])
        return real(path, ...rest)
      }
    }
  }
  const open = promises.open
  promises.open = (path, flags, ...rest) => {
    if (flags !== undefined && flags !== 'r') step(path)
    return open(path, flags, ...rest)
  }
  syncBuiltinESMExports()
}
