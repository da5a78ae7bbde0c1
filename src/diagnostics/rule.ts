import type { Severity } from './diagnostic.ts'

/** Facts about a rule that other rooms use. */
export interface RuleFacts {
  readonly about: Subject
  readonly decidedBy: Decider
  /**
   * True when an error of this rule leaves the crawl out of a plan. Errors of scope tests do not, because the request could be
   * sent.
   */
  readonly leavesOut: boolean
  /** True when one finding at a place is enough for every crawl that shares it. */
  readonly saidOnce: boolean
  /** The finding is about a name: one message for each file is enough. */
  readonly isOfName?: true
}

/** The subject of a rule's findings. */
type Subject =
  /** The setting at its pointer. */
  | 'setting'
  /** How the items of a list go together. */
  | 'items'
  /** A key that may have been meant for any other. */
  | 'key'
  | 'missing-key'
  | 'version'
  /** The name of the crawl. */
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
  /** Other findings. */
  | 'findings'
  /** A section of the project file. */
  | { readonly section: '/crawls' | '/environments' | '/profiles' }

/** The words of a rule. `Args` types what `message` and `help` need, so a wrong call does not compile. */
interface RuleWords<Args> {
  readonly severity: Severity
  /** One sentence; the user's words in double quotes; ends with a full stop. */
  readonly message: (args: Args) => string
  /** What to do: imperative, or a question. */
  readonly help?: (args: Args) => string | undefined
}

/** One entry of the catalogue. */
export interface Rule<Args> extends RuleFacts, RuleWords<Args> {}

/**
 * Returns a function that declares rules about a subject, by default decided by their place, and leaving the crawl out. Its type
 * argument is the type of the message's arguments.
 */
export function rulesAbout(about: Subject, others: Partial<Omit<RuleFacts, 'about'>> = {}) {
  const facts: RuleFacts = { about, decidedBy: 'place', leavesOut: true, saidOnce: false, ...others }
  return <Args = Record<never, never>>(words: RuleWords<Args>): Rule<Args> => ({ ...facts, ...words })
}
