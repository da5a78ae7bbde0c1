import { afterEach } from 'vitest'

/** Node warns on stderr, in the middle of what a command says, when more than ten listen to one signal. */
const warnings: string[] = []
process.on('warning', ({ name, message }) => {
  if (name === 'MaxListenersExceededWarning') warnings.push(message)
})

afterEach(() => {
  const [warning] = warnings.splice(0)
  if (warning !== undefined) throw new Error(warning)
})
