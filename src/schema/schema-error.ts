/** One violation, in ajv's shape without the place in the schema. */
export interface SchemaError {
  readonly instancePath: string
  /** `type`, `enum`, `required`, `additionalProperties`, `minimum`, ... */
  readonly keyword: string
  /** What the keyword says, such as `{ type: 'integer' }` or `{ additionalProperty: 'limt' }`. */
  readonly params: Readonly<Record<string, unknown>>
}

/** What a value may still hold at this stage. */
export interface Context {
  /** Templates in scalars, operations in lists, and mappings that another layer completes. */
  readonly file: boolean
  /** References to secrets in texts. */
  readonly secrets: boolean
  /** Lists and mappings are not read further after this many errors. */
  readonly most: number
}

/** A generated validator: ajv leaves the errors on the function. */
export interface Validate {
  (this: Context, value: unknown): boolean
  errors?: readonly SchemaError[] | null
}
