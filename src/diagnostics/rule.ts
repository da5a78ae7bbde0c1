export type Severity = 'error' | 'warning' | 'info'

export interface RuleFacts {
  readonly about: Subject
  readonly decidedBy: Decider
  /** True when an error of this rule leaves the crawl out of a plan. With failed scope tests, the request could still be sent. */
  readonly excludesCrawl: boolean
  /** True when one finding at a place is enough for every crawl that shares it. */
  readonly reportedOnce: boolean
  /** The finding is about a name: one message for each file is enough. */
  readonly isOfName?: true
}

type Subject =
  /** The setting at its pointer. */
  | 'setting'
  /** How the items of a list go together. */
  | 'items'
  /** A key that may have been meant for any other. */
  | 'key'
  | 'missing-key'
  | 'version'
  | 'name'
  /** A text that must not be in files. */
  | 'secret'
  /** A pattern that probably means something else, so the pages that its crawl reaches are not known yet. */
  | 'misread-pattern'
  /** The form of a text, which is not known while it is a reference. */
  | 'form'
  /** A setting that only the embedded service refuses; for others it is a remark. */
  | 'embedded-service'
  /** A question that an option of a command answers. */
  | 'question'
  | 'scope-test'
  /** A setting, or a whole file when there is no pointer. */
  | 'file'
  /** A file without settings. */
  | 'bare-file'
  /** Problems that are not listed. */
  | 'unlisted'

/** The facts, besides its place, that decide a finding. If they have a mistake, the finding must wait. */
type Decider =
  /** Nothing. */
  | 'place'
  /** The whole request. */
  | 'request'
  /** The request without other patterns. */
  | 'other-settings'
  /** The settings that are sent with a prompt. */
  | 'prompt'
  | 'matrix'
  /** The machine's environment variables. */
  | 'variables'
  | 'findings'
  /** A section of the project file. */
  | { readonly section: '/crawls' | '/environments' | '/profiles' }

/** One entry of the catalogue. `write` fills in its texts. */
export interface Rule<Args> {
  readonly facts: RuleFacts
  readonly severity: Severity
  readonly message: Words<Args>
  readonly help: Words<Args> | undefined
}

/** Texts with `{name}` in the place of each argument. The first one counts whose arguments are all known. */
type Texts = string | readonly string[]

/** A text, or a function that writes one. */
type Words<Args> = Texts | ((args: Args) => string | undefined)

/** The names between braces in `Text`. Braces around anything but a name are part of the text. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Start}}${infer Rest}`
  ? NameOf<Start> | NamesIn<Rest>
  : never

type NameOf<Start extends string> = Start extends `${string}{${infer Name}`
  ? Name
  : Start extends `${string}${' ' | ':' | '.'}${string}`
    ? never
    : Start

type Value = string | number | boolean

/** The arguments that a rule's texts name. Those that only its help names may be unknown. */
type ArgsIn<Message extends string, Help extends string> = Readonly<
  Record<NamesIn<Message>, Value> & { [Name in Exclude<NamesIn<Help>, NamesIn<Message>>]?: Value | undefined }
>

/**
 * Declares a rule. `message` is one sentence with the user's words in double quotes. `help` says what to do: imperative, or a
 * question. Texts made by a function need the type of the arguments.
 */
interface Declare {
  <Message extends string, const Help extends Texts = ''>(
    message: Message,
    help?: Help,
  ): Rule<ArgsIn<Message, Help extends readonly string[] ? Help[number] : Extract<Help, string>>>
  <Args>(message: Words<Args>, help?: Words<Args>): Rule<Args>
}

/** Returns functions that declare rules about a subject, by default decided by their place, and leaving the crawl out. */
export function rulesAbout(
  about: Subject,
  others: Partial<Omit<RuleFacts, 'about'>> = {},
): Readonly<Record<Severity, Declare>> {
  const facts: RuleFacts = { about, decidedBy: 'place', excludesCrawl: true, reportedOnce: false, ...others }
  const declare =
    (severity: Severity) =>
    <Args>(message: Words<Args>, help?: Words<Args>): Rule<Args> => ({ facts, severity, message, help })
  return { error: declare('error'), warning: declare('warning'), info: declare('info') }
}

/** Returns the first text whose arguments are all known, filled in. */
export function write<Args>(words: Words<Args> = [], args: Args): string | undefined {
  if (typeof words === 'function') return words(args)
  const values = args as Record<string, Value | undefined>
  for (const text of [words].flat()) {
    let isKnown = true
    const written = text.replaceAll(/\{([a-z]\w*)\}/gi, (_, name: string) => {
      const value = values[name]
      isKnown &&= value !== undefined
      return String(value)
    })
    if (isKnown) return written
  }
  return undefined
}
