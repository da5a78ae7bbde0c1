const LEAST = 20

/** Returns whether a value is long and looks random, as signatures, tokens and ids of sessions do. */
export function isRandom(value: string): boolean {
  if (/^0?\.\d{8,}$/.test(value)) return true
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) return true
  return value.split(/[^A-Za-z\d+/]+/).some((part) => isRandomPart(part))
}

function isRandomPart(part: string): boolean {
  if (part.length >= 16 && /^(?=.*\d)(?=.*[a-f])[\da-f]+$/i.test(part)) return true
  if (part.length < LEAST || !/\d/.test(part)) return false
  let kinds = 0
  let numbers = 0
  for (let at = 1; at < part.length; at++) {
    const [one, other] = [kindOf(part.charCodeAt(at - 1)), kindOf(part.charCodeAt(at))]
    if (one !== other) kinds++
    if (one !== other && (one === 'digit' || other === 'digit')) numbers++
  }
  // Words in "camelCase" change their kind in about a third of their places, random letters and digits in three fifths.
  return numbers >= 4 || kinds >= part.length * 0.45
}

function kindOf(code: number): 'digit' | 'upper' | 'lower' {
  if (code < 65) return 'digit'
  return code < 97 ? 'upper' : 'lower'
}
