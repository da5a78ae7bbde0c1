import type { Severity } from './diagnostic.ts'

/** What other rooms know about a rule beside its words. */
export interface RuleFacts {
  readonly about: Subject
  readonly decidedBy: Decider
  /**
   * An error of this rule leaves the crawl out, so that there is nothing to go on with when it is not heard. Errors of scope
   * tests do not: they speak of requests that could be sent.
   */
  readonly leavesOut: boolean
  /** One finding at a place says it for every crawl that has the place. */
  readonly saidOnce: boolean
  /** It is about a name, which one message of a file speaks of, however often the name is used. */
  readonly isOfName?: true
}

/** What a finding of a rule is about. */
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
  /** A text that is to be kept from files. */
  | 'secret'
  /** A pattern that does not say what was meant: which pages its crawl reaches is not known yet. */
  | 'misread-pattern'
  /** The form of a text, which is not known while it is a reference. */
  | 'form'
  /** What only the embedded service refuses; elsewhere it is a mere remark. */
  | 'embedded-service'
  /** A question that an option of a command answers. */
  | 'question'
  | 'scope-test'
  /** Where there is no pointer, a whole file. */
  | 'file'
  /** A file without settings. */
  | 'bare-file'
  /** Problems that are not listed. */
  | 'unlisted'

/** What beside the place of a finding decides whether there is one. A mistake there leaves open whether it is right. */
type Decider =
  /** Nothing. */
  | 'place'
  /** What is sent: which pages belong to the crawl, and how they are read. */
  | 'request'
  /** The same, less other patterns: each is found or not by itself. */
  | 'other-settings'
  /** The settings that a service is asked about a prompt with. */
  | 'prompt'
  | 'matrix'
  /** The machine's environment variables. */
  | 'variables'
  /** What else was found. */
  | 'findings'
  /** A section of the project file. */
  | { readonly section: '/crawls' | '/environments' | '/profiles' }

/** The words of a rule. `Args` types what `message` and `help` need, so a wrong call does not compile. */
interface RuleWords<Args> {
  readonly severity: Severity
  /** Fixed words without any text of the user's. */
  readonly title: string
  /** Why it matters, for `crawlform explain`. */
  readonly why: string
  /** One sentence; the user's words in double quotes; ends with a full stop. */
  readonly message: (args: Args) => string
  /** What to do: imperative, or a question. */
  readonly help?: (args: Args) => string | undefined
  /**
   * A project that has this problem and no other; a test runs it. It is the crawl file `crawls/docs.yaml`, or what follows a
   * line `# NAME.yaml` is that file; a line `# crawlform ...` is typed instead of `crawlform validate`, a line `# $ ...`
   * before it. What mends it is in repaired-examples.ts.
   */
  readonly example: string
  /** Retired ids stay, so that suppressions and links go on working. */
  readonly retired?: true
}

/** One entry of the catalogue. */
export interface Rule<Args> extends RuleFacts, RuleWords<Args> {}

/** Returns what declares the rules of certain facts; the type argument of a declaration says what the rule's message needs. */
export function rulesWith(facts: RuleFacts) {
  return <Args = Record<never, never>>(words: RuleWords<Args>): Rule<Args> => ({ ...facts, ...words })
}
