import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { until } from '../service/support/until.ts'
import { watchArguments } from './watched-arguments.ts'

it.runIf(process.platform === 'linux')('the watcher sees the arguments of child processes', async () => {
  const processes = await watchArguments()
  const inner = `sh -c 'read line; exit 0' planted-${process.pid}`
  const child = spawn('sh', ['-c', `${inner}; exit 0`], { stdio: ['pipe', 'ignore', 'ignore'] })
  try {
    const planted = new RegExp(`^sh -c read line; exit 0 planted-${process.pid} $`)
    await until(() => processes.seen.some((text) => planted.test(text)))
  } finally {
    child.stdin.end()
    await once(child, 'close')
    await processes.end()
  }
  expect(processes.seen).not.toContain('')
})
