import { LOCK_FILE, type PromptLock } from '../resolve/prompt-lock.ts'
import { checkPromptLock } from './check-prompt-lock.ts'
import type { Loading } from './loading.ts'

/** `lock` is undefined if there is no file; `ok` is false if there is one that cannot be used. */
export interface ReadLock {
  readonly ok: boolean
  readonly lock: PromptLock | undefined
}

/** Returns the project's prompt lock. */
export function readPromptLock(loading: Loading): ReadLock {
  const bytes = loading.files.read(LOCK_FILE)
  return bytes === 'missing' ? { ok: true, lock: undefined } : checkPromptLock(bytes, loading)
}
