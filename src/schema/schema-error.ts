/** One violation, in ajv's shape less where in the schema it stands. */
export interface SchemaError {
  /** JSON Pointer of the value that is wrong. */
  readonly instancePath: string
  /** `type`, `enum`, `required`, `additionalProperties`, `minimum`, ... */
  readonly keyword: string
  /** What the keyword says, such as `{ type: 'integer' }` or `{ additionalProperty: 'limt' }`. */
  readonly params: Readonly<Record<string, unknown>>
}

/** What a value may still hold. */
export interface Context {
  /** Templates for scalars and operations for lists, and mappings that another layer completes. */
  readonly file: boolean
  /** References to secrets in text. */
  readonly secrets: boolean
}

/** A generated validator: ajv leaves the errors on the function. */
export interface Validate {
  (this: Context, value: unknown): boolean
  errors?: readonly SchemaError[] | null
}
