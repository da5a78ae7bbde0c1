import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../util/clock.ts'
import { createRemoteReader } from '../file/file.ts'
import { servePages } from './serve-pages.ts'
import type { WorkerCommand, WorkerStart } from './page-runner.ts'

// The program of a worker thread that reads pages.

const port = parentPort
if (port === null) throw new Error('this file is the program of a worker thread')

// The engine wrote it when it started this thread.
const { settings, files } = workerData as WorkerStart
const run = servePages(settings, {
  clock: systemClock,
  files: createRemoteReader(files),
  report: (message) => port.postMessage(message),
})

port.on('message', (command: WorkerCommand) => {
  void run(command).then(() => {
    if (command.type === 'end') process.exit()
  })
})
