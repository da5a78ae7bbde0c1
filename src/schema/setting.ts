/** One key that a file or request may hold, as the schemas describe it. */
export interface Setting {
  /** Its place, as a JSON Pointer with `*` for list items and for keys that people choose. */
  readonly pointer: string
  /** JSON types; `integer` is a number without a fraction. */
  readonly types: readonly string[]
  readonly description: string
  /** The `type` of the format, action or parser that has this key. */
  readonly variant?: string
  readonly unit?: string
  readonly default?: unknown
  /** The only allowed values, where there are few. */
  readonly values?: readonly (string | number)[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  /** Its default is never sent: older releases do not know the setting, or have another default. */
  readonly newer?: true
  /** Why not to use it, and the replacement. */
  readonly deprecated?: string
  /** JSON Pointer of the version 2 setting that replaces it. */
  readonly replacedBy?: string
}
