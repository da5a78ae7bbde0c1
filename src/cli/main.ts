import { processHost } from './process/process.ts'
import { start } from './start.ts'

start(processHost())
