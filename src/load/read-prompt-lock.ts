import { LOCK_FILE } from '../resolve/prompt-lock.ts'
import { checkPromptLock, type ReadLock } from './check-prompt-lock.ts'
import type { Loading } from './loading.ts'

/** Returns the project's prompt lock. */
export function readPromptLock(loading: Loading): ReadLock {
  const bytes = loading.files.read(LOCK_FILE)
  return bytes === 'missing' ? { ok: true, lock: undefined } : checkPromptLock(bytes, loading)
}
