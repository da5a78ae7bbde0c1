/** Returns the credits that so many pages cost at most, where one costs `each`. */
export function worstCaseCredits(each: number, pages: number): number {
  return each === 0 ? 0 : Math.ceil(each * pages)
}
