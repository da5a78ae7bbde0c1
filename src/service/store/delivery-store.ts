import { randomUUID } from 'node:crypto'
import type { Sqlite } from './database.ts'
import type { RowWriter } from './row-writer.ts'
import { requestStripper } from './strip-request.ts'

/** An event that must still be sent to a webhook. */
export interface Delivery {
  readonly number: number
  /** The same in every attempt, so that receivers recognise repetitions. */
  readonly id: string
  readonly jobId: string
  readonly event: 'started' | 'page' | 'page-failed' | 'completed' | 'failed'
  /** Place of the result or the failure in its job. */
  readonly position: number | undefined
  /** Failed attempts so far. */
  readonly attempts: number
}

interface DeliveryRow {
  number: number
  id: string
  job_id: string
  event: Delivery['event']
  position: number | null
  attempts: number
}

/** Events waiting for delivery: recorded with what they report, removed when they have arrived. */
export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** Returns the deliveries of one database. */
export function createDeliveryStore(db: Sqlite, rows: RowWriter) {
  const add = rows.prepare('INSERT INTO delivery (id, job, event, position, due_at) VALUES (?, ?, ?, ?, ?)')
  const due = db.prepare(
    `SELECT d.number, d.id, j.id AS job_id, d.event, d.position, d.attempts FROM delivery d
     JOIN job j ON j.number = d.job WHERE d.due_at <= ? ORDER BY d.number LIMIT ?`,
  )
  const next = db.prepare('SELECT min(due_at) AS at FROM delivery')
  const postpone = rows.prepare('UPDATE delivery SET attempts = attempts + 1, due_at = ? WHERE number = ?')
  const jobOf = db.prepare('SELECT job FROM delivery WHERE number = ?')
  const remove = rows.prepare('DELETE FROM delivery WHERE number = ?')
  const strip = requestStripper(rows)
  return {
    add: (job: number, { event, position, at }: Pick<Delivery, 'event' | 'position'> & { at: number }) =>
      add(randomUUID(), job, event, position ?? null, at),
    due: (now: number, most: number): Delivery[] =>
      due.all(now, most).map((found) => {
        const row = found as DeliveryRow
        return {
          number: row.number,
          id: row.id,
          jobId: row.job_id,
          event: row.event,
          position: row.position ?? undefined,
          attempts: row.attempts,
        }
      }),
    nextDueAt: () => (next.get() as { at: number | null }).at ?? undefined,
    postpone: (number: number, dueAt: number) => postpone(dueAt, number),
    remove: (number: number) => {
      const found = jobOf.get(number) as { job: number } | undefined
      remove(number)
      if (found !== undefined) strip(found.job)
    },
  }
}
