import type { SourceDocument } from '../document/source-document.ts'
import { parseFile } from '../document/parse-file.ts'
import { resolveCrawl, type ResolveContext } from '../resolve/resolve-crawl.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { assert } from '../util/invariant.ts'
import type { Json } from '../util/json.ts'
import { validateCrawl } from '../validate/validate-crawl.ts'

/** What a crawl has instead of the settings of the one that it is like; without a limit or depth it has no own one. */
export interface OwnSettings {
  readonly url: string
  readonly limit?: number
  readonly maxDiscoveryDepth?: number
}

/** A document of which most people only want to know that it is there. It is read when something of it is asked. */
export class UnreadDocument implements SourceDocument {
  readonly file: string
  readonly text: string
  readonly index = 0
  #read: SourceDocument | undefined

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  get value(): Json {
    return this.#document.value
  }

  get locate(): SourceDocument['locate'] {
    const document = this.#document
    return (pointer, part) => document.locate(pointer, part)
  }

  get #document(): SourceDocument {
    if (this.#read === undefined) {
      const parsed = parseFile(this.file, Buffer.from(this.text))
      const document = parsed.ok ? parsed.value[0] : undefined
      assert(document !== undefined, 'a file like one that was read can be read')
      this.#read = document
    }
    return this.#read
  }
}

export interface AlikeParts {
  readonly name: string
  readonly document: SourceDocument
  /** For what is resolved only when it is asked for. */
  readonly context: ResolveContext
}

/**
 * A resolved crawl that differs from `model` in its name and in `own` alone. Places, origins and notes are of its own file,
 * which is read and resolved when they are asked for.
 */
export class AlikeCrawl implements ResolvedCrawl {
  readonly name: string
  readonly document: SourceDocument
  readonly question = undefined
  readonly tests = undefined
  readonly like: ResolvedCrawl
  readonly #own: OwnSettings
  readonly #context: ResolveContext
  #chosen: ResolvedCrawl['chosen'] | undefined
  #request: ResolvedCrawl['request'] | undefined
  #effective: ResolvedCrawl['effective'] | undefined
  #whole: ResolvedCrawl | undefined

  constructor(model: ResolvedCrawl, own: OwnSettings, { name, document, context }: AlikeParts) {
    this.name = name
    this.document = document
    this.like = model
    this.#own = own
    this.#context = context
  }

  get environment(): string {
    return this.like.environment
  }

  get chosen(): ResolvedCrawl['chosen'] {
    return (this.#chosen ??= { ...this.like.chosen, ...this.#own })
  }

  get request(): ResolvedCrawl['request'] {
    return (this.#request ??= { ...this.like.request, ...this.#own })
  }

  get effective(): ResolvedCrawl['effective'] {
    return (this.#effective ??= { ...this.like.effective, ...this.#own })
  }

  get secrets(): readonly string[] {
    return this.like.secrets
  }

  get worstCasePages(): number {
    return this.#own.limit ?? this.like.worstCasePages
  }

  get price(): ResolvedCrawl['price'] {
    const { price } = this.like
    return price.credits === 0 && price.unboundedPdf === undefined ? price : this.#resolved.price
  }

  get refreshMs(): number | undefined {
    return this.like.refreshMs
  }

  get expect(): ResolvedCrawl['expect'] {
    return this.like.expect
  }

  get spec(): ResolvedCrawl['spec'] {
    return this.#resolved.spec
  }

  get provenance(): ResolvedCrawl['provenance'] {
    return this.#resolved.provenance
  }

  get notes(): ResolvedCrawl['notes'] {
    return this.#resolved.notes
  }

  get locate(): ResolvedCrawl['locate'] {
    return this.#resolved.locate
  }

  get #resolved(): ResolvedCrawl {
    if (this.#whole === undefined) {
      const spec = validateCrawl(this.document)
      const resolved = spec.ok ? resolveCrawl(spec.value, this.#context) : undefined
      const crawl = resolved?.ok === true ? resolved.value[0] : undefined
      assert(crawl !== undefined, 'a file like one without mistakes has none')
      this.#whole = crawl
    }
    return this.#whole
  }
}
