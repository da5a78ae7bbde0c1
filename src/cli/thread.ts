// The program of the thread that src/cli/process/thread.ts starts.
import { threadHost } from './process/thread-host.ts'
import { start } from './start.ts'

start(threadHost())
