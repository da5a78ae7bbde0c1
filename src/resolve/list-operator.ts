import { isJsonObject, type Json } from '../util/json.ts'

/** A list written as a change of the inherited list. */
export interface ListOperator {
  readonly remove?: readonly Json[]
  readonly prepend?: readonly Json[]
  readonly append?: readonly Json[]
}

type ListVerb = keyof ListOperator

/** Returns true for mappings like `{ append: [...] }`: at least one operator, no other key, all values lists. */
export function isListOperator(value: Json): value is Json & ListOperator {
  if (!isJsonObject(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => isVerb(key) && Array.isArray(value[key]))
}

function isVerb(key: string): key is ListVerb {
  return key === 'append' || key === 'prepend' || key === 'remove'
}
