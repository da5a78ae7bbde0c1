/** A style that may say whether its text is hidden. */
export interface HidingStyle {
  /** The style that it is based on. */
  parent?: string
  hides?: boolean
}

/**
 * Returns a function that tells whether a style hides its text: by itself, or else by what it is based on. Styles that are based
 * on themselves in the end say nothing. Each style is looked at once.
 */
export function hidingBy(styles: ReadonlyMap<string, HidingStyle>): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const chain = new Set<string>()
    let answer: boolean | undefined
    for (let at: string | undefined = name; answer === undefined && at !== undefined && !chain.has(at);) {
      chain.add(at)
      const style: HidingStyle | undefined = styles.get(at)
      answer = known.get(at) ?? style?.hides
      at = style?.parent
    }
    for (const link of chain) known.set(link, answer ?? false)
    return answer ?? false
  }
}
