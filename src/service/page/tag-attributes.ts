import { decodeHTMLAttribute } from 'entities'

/** The attributes of the tag that is being read, as places in the page's text; one object is used for every tag. */
export class TagAttributes {
  private readonly html: string
  private count = 0
  private readonly nameStart: number[] = []
  private readonly nameEnd: number[] = []
  private readonly valueStart: number[] = []
  private readonly valueEnd: number[] = []

  constructor(html: string) {
    this.html = html
  }

  get size(): number {
    return this.count
  }

  clear(): void {
    this.count = 0
  }

  addName(start: number, end: number): void {
    this.nameStart[this.count] = start
    this.nameEnd[this.count] = end
    this.valueStart[this.count] = -1
    this.valueEnd[this.count] = -1
  }

  addValue(start: number, end: number): void {
    this.valueStart[this.count] = start
    this.valueEnd[this.count] = end
  }

  endAttribute(): void {
    this.count++
  }

  /** Index of the first attribute called `name` (lower case), or -1: HTML ignores a repeated attribute. */
  find(name: string): number {
    const { length } = name
    for (let index = 0; index < this.count; index++) {
      const start = this.nameStart[index] ?? 0
      const end = this.nameEnd[index] ?? 0
      if (end - start !== length) continue
      // One comparison of a character settles most names without making a string.
      if (((this.html.charCodeAt(start) | 0x20) ^ name.charCodeAt(0)) !== 0) continue
      if (this.html.slice(start, end).toLowerCase() === name) return index
    }
    return -1
  }

  /** Where the value lies, quotes left out; start is -1 for an attribute without one. */
  startOf(index: number): number {
    return this.valueStart[index] ?? -1
  }

  endOf(index: number): number {
    return this.valueEnd[index] ?? -1
  }

  has(name: string): boolean {
    return this.find(name) !== -1
  }

  /** The value with character references decoded; undefined when there is no such attribute. */
  get(name: string): string | undefined {
    const index = this.find(name)
    return index === -1 ? undefined : this.valueAt(index)
  }

  valueAt(index: number): string {
    const start = this.startOf(index)
    if (start === -1) return ''
    const raw = this.html.slice(start, this.endOf(index))
    return raw.includes('&') ? decodeHTMLAttribute(raw) : raw
  }
}
