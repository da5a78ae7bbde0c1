/** Returns the greatest cost of `pages` pages in credits, at `each` per page. */
export function worstCaseCredits(each: number, pages: number): number {
  return each === 0 ? 0 : Math.ceil(each * pages)
}
