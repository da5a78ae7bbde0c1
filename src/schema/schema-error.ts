/** One violation, in ajv's shape. */
export interface SchemaError {
  /** JSON Pointer of the value that is wrong. */
  readonly instancePath: string
  /** Where in the schema it says so. */
  readonly schemaPath: string
  /** `type`, `enum`, `required`, `additionalProperties`, `minimum`, ... */
  readonly keyword: string
  /** What the keyword says, such as `{ type: 'integer' }` or `{ additionalProperty: 'limt' }`. */
  readonly params: Readonly<Record<string, unknown>>
}

/** What a value is part of: files may write more than bodies. */
export interface Context {
  readonly file: boolean
}

/** A generated validator: ajv leaves the errors on the function. */
export interface Validate {
  (this: Context, value: unknown): boolean
  errors?: readonly SchemaError[] | null
}
