/** Faults of this machine, by the code of the system. A site, a service or a crawl file causes none of them. */
const FAULTS: Readonly<Record<string, string>> = {
  EMFILE:
    'This machine lets the process open no more files and connections (EMFILE). Raise the limit, for example with "ulimit -n 4096", or lower "maxConcurrency".',
  ENFILE:
    'This machine can open no more files and connections (ENFILE). End other programs, or lower "maxConcurrency".',
  ENOMEM:
    'This machine has no more memory for the process (ENOMEM). End other programs, raise the limit, or run fewer crawls at once.',
}
/** How Node words the first two, in errors that have lost their code too. */
const SYSTEM_TEXT = /\b(EMFILE|ENFILE)(?:$|: (?:too many open files|file table overflow))/
/** How Node and V8 say that there is no memory for a buffer, a module or a thread. */
const OUT_OF_MEMORY = /\bout of memory\b|\ballocation failed\b|could not allocate memory/i
const NO_MODULE_MEMORY = /\bWebAssembly\.\w+\(\): Out of memory\b/

/** Returns the sentence about a fault of this machine that the system reports as the cause of an error; undefined for others. */
export function systemFaultOf(error: unknown): string | undefined {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const code = SYSTEM_TEXT.exec(current.message)?.[1] ?? ('code' in current ? String(current.code) : '')
    if (Object.hasOwn(FAULTS, code)) return FAULTS[code]
    current = current instanceof AggregateError ? current.errors[0] : current.cause
  }
  return undefined
}

/** Returns the same sentence, also where Node or V8 lacks memory. A large page may cause that too. */
export function machineFaultOf(error: unknown): string | undefined {
  const isOutOfMemory = error instanceof RangeError && OUT_OF_MEMORY.test(error.message)
  return isOutOfMemory ? FAULTS['ENOMEM'] : systemFaultOf(error)
}

/** Tells whether the error text of a job or page is about a fault of this machine, perhaps after what failed. */
export function isMachineFault(text: string | undefined): boolean {
  if (text === undefined) return false
  // Some texts are a clause, without the full stop.
  return (
    SYSTEM_TEXT.test(text) ||
    NO_MODULE_MEMORY.test(text) ||
    Object.values(FAULTS).some((sentence) => text.includes(sentence.slice(0, -1)))
  )
}

/** Returns the message of an error, or the sentence about the fault of this machine that caused it. */
export function messageOf(error: unknown): string {
  return machineFaultOf(error) ?? (error instanceof Error ? error.message : String(error))
}
