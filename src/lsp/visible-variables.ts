import type { Variables } from '../resolve/interpolate.ts'

const SECRET_NAME = /auth|cookie|credential|key|pass|private|pwd|secret|session|token/i
/** Replaces the value of a variable that may be a secret. It is set, so no rule reports it as missing. */
const HIDDEN = 'hidden'

/** Returns the variables without the values of those whose names sound like secrets. */
export function visibleVariables(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, SECRET_NAME.test(name) ? HIDDEN : value]),
  )
}
