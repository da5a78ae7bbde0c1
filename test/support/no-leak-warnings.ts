import { afterAll, afterEach } from 'vitest'

/** Node warns on stderr, in the middle of what a command says, when more than ten listen to one signal. */
const warnings: string[] = []
const note = ({ name, message }: Error): void => {
  if (name === 'MaxListenersExceededWarning') warnings.push(message)
}
process.on('warning', note)

afterEach(() => {
  const [warning] = warnings.splice(0)
  if (warning !== undefined) throw new Error(warning)
})

// Files share processes.
afterAll(() => void process.off('warning', note))
