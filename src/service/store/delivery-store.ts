import { randomUUID } from 'node:crypto'
import { prepareRead, type RowWriter, type Sqlite } from './database.ts'
import { requestStripper } from './job-store.ts'

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

/** Returns the events of one database that wait for delivery: recorded with what they report, removed when they have arrived. */
export function createDeliveryStore(db: Sqlite, rows: RowWriter) {
  type NewDelivery = Pick<Delivery, 'event' | 'position'> & { readonly at: number }
  const add = rows.prepare<NewDelivery & { id: string; job: number }>(
    'INSERT INTO delivery (id, job, event, position, due_at) VALUES (:id, :job, :event, :position, :at)',
  )
  const next = prepareRead<{ at: number | undefined }>(db, 'SELECT min(due_at) AS at FROM delivery')
  const postpone = rows.prepare<{ number: number; dueAt: number }>(
    'UPDATE delivery SET attempts = attempts + 1, due_at = :dueAt WHERE number = :number',
  )
  const jobOf = prepareRead<{ job: number }>(db, 'SELECT job FROM delivery WHERE number = ?')
  const remove = rows.prepare<{ number: number }>('DELETE FROM delivery WHERE number = :number')
  const strip = requestStripper(rows)
  return {
    add: (job: number, delivery: NewDelivery) => add({ id: randomUUID(), job, ...delivery }),
    /** Returns the deliveries that are due at a time, up to a number. */
    due: prepareRead<Delivery>(
      db,
      `SELECT d.number, d.id, j.id AS jobId, d.event, d.position, d.attempts FROM delivery d
       JOIN job j ON j.number = d.job WHERE d.due_at <= ? ORDER BY d.number LIMIT ?`,
    ),
    /** Counts the events of a job that wait after failed attempts. */
    failing: prepareRead<{ count: number }>(
      db,
      'SELECT count(*) AS count FROM delivery WHERE job = ? AND attempts > 0',
    ),
    nextDueAt: () => next()[0]?.at,
    postpone: (number: number, dueAt: number) => postpone({ number, dueAt }),
    remove: (number: number) => {
      const [found] = jobOf(number)
      remove({ number })
      if (found !== undefined) strip(found.job)
    },
  }
}
