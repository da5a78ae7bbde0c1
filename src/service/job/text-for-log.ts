import type { Store } from '../store/store.ts'

/** Returns what the log may say of a job's addresses and errors: of a job that leaves nothing, nothing. */
export function textForLog(store: Pick<Store, 'volatile'>, text: string): string {
  return store.volatile ? '(not retained)' : text
}
