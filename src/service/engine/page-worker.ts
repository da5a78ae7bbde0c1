import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../util/clock.ts'
import { createRemoteReader } from '../file/file.ts'
import { createPageProgram, type ProgramStart, type ThreadCommand } from './page-program.ts'

// The program of a worker thread that reads pages.

const port = parentPort
if (port === null) throw new Error('this file is the program of a worker thread')

// The engine wrote it when it started this thread.
const { settings, files } = workerData as ProgramStart
const run = createPageProgram(settings, {
  clock: systemClock,
  files: createRemoteReader(files),
  report: (report) => port.postMessage(report),
})

port.on('message', (command: ThreadCommand) => {
  void run(command).then(() => {
    if (command.type === 'end') process.exit()
  })
})
