import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type Database from 'libsql'
import { isFullDisk } from '../../util/has-code.ts'
import { isDiskTrouble } from '../settings/service-error.ts'
import type { Sqlite } from './database.ts'

/** Why rows cannot be written. */
export interface DiskTrouble {
  readonly reason: string
  /** The disk is full and may have room again. Other trouble does not pass. */
  readonly mayPass: boolean
}

interface Write {
  readonly statement: Database.Statement<[object]>
  readonly values: object
}

/** The file that shows whether the disk takes bytes. */
const PROBE = 'probe'
const PROBE_BYTES = 4096

/**
 * Writes the rows of one database. Rows that the disk does not take are kept in memory, in order, and written later: the
 * callers have already acted on them and cannot record them again.
 */
export class RowWriter {
  readonly #db: Sqlite
  readonly #directory: string
  #kept: Write[] = []
  /** The writes of the record in progress. */
  #writes: Write[] | undefined
  #isStrict = false
  /** Why rows are kept; undefined when all are written. */
  trouble: DiskTrouble | undefined
  /** Called when rows begin to be kept. */
  onTrouble: () => void = () => undefined

  /** @param directory on the disk of the database */
  constructor(db: Sqlite, directory: string) {
    this.#db = db
    this.#directory = directory
  }

  /**
   * Returns a function that runs a statement with named values: in the transaction or record in progress, or as a record of
   * its own. A value that is undefined becomes NULL.
   */
  prepare<Values extends object>(sql: string): (values: Values) => void {
    const statement = this.#db.prepare<[object]>(sql)
    const run = (values: Values): void => {
      if (this.#isStrict) return void statement.run(values)
      if (this.#writes === undefined) return this.record(() => run(values))
      this.#writes.push({ statement, values })
      if (this.trouble === undefined) this.#attempt(() => statement.run(values))
    }
    return run
  }

  /** Runs `change` completely or not at all, also when the process dies halfway. Throws errors of the disk. */
  transaction<T>(change: () => T): T {
    this.#isStrict = true
    try {
      this.#db.exec('BEGIN')
      const result = change()
      this.#db.exec('COMMIT')
      return result
    } finally {
      this.#isStrict = false
      this.#rollBack()
    }
  }

  /** Runs `change` completely or not at all. Its rows are kept when the disk does not take them. */
  record<T>(change: () => T): T {
    if (this.#writes !== undefined || this.#isStrict) return change()
    const before = this.trouble
    const writes = (this.#writes = [] as Write[])
    let result: T
    try {
      if (before === undefined) this.#attempt(() => this.#db.exec('BEGIN'))
      result = change()
      if (this.trouble === undefined) this.#attempt(() => this.#db.exec('COMMIT'))
      if (this.trouble !== undefined) for (const write of writes) this.#kept.push(write)
    } finally {
      this.#writes = undefined
      this.#rollBack()
    }
    if (before === undefined && this.trouble !== undefined) this.onTrouble()
    return result
  }

  /** Writes the kept rows. Returns whether all rows are written now. */
  catchUp(): boolean {
    if (this.trouble === undefined) return true
    this.trouble = undefined
    try {
      this.#attempt(() => {
        this.#db.exec('BEGIN')
        for (const { statement, values } of this.#kept) statement.run(values)
        this.#db.exec('COMMIT')
      })
    } finally {
      this.#rollBack()
    }
    if (this.trouble !== undefined) return false
    this.#kept = []
    return true
  }

  #attempt(act: () => void): void {
    try {
      act()
    } catch (error) {
      if (!isDiskTrouble(error)) throw error
      this.trouble = this.#explain(error)
    }
  }

  /** SQLite gives the same error for a used-up quota and for a broken disk, so a file is written to tell which it is. */
  #explain(error: Error & { readonly code: string }): DiskTrouble {
    const diskError = error.code === 'SQLITE_FULL' ? undefined : this.#probe()
    return {
      reason: (diskError ?? error).message,
      mayPass: error.code === 'SQLITE_FULL' || isFullDisk(diskError),
    }
  }

  #probe(): Error | undefined {
    const file = path.join(this.#directory, PROBE)
    try {
      writeFileSync(file, new Uint8Array(PROBE_BYTES), { flush: true, mode: 0o600 })
      rmSync(file)
      return undefined
    } catch (error) {
      return error instanceof Error ? error : undefined
    }
  }

  /** Some failures, such as a full disk, have rolled everything back themselves. */
  #rollBack(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
  }
}
