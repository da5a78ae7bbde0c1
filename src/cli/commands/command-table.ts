import type { CommandEntry } from '../arguments/command.ts'
import type { CommandName } from '../process/invocation.ts'

const commands: Readonly<Record<CommandName, CommandEntry>> = {
  init: {
    summary: 'begin a project: a first crawl, editor settings, CI',
    load: async () => (await import('./init.ts')).initCommand,
  },
  validate: {
    summary: 'check the files: syntax, schema, rules and tests, offline',
    load: async () => (await import('./validate.ts')).validateCommand,
  },
  plan: {
    summary: 'show what would be submitted, and why',
    load: async () => (await import('./plan.ts')).planCommand,
  },
  apply: {
    summary: 'submit what the plan says, and record it',
    load: async () => (await import('./apply.ts')).applyCommand,
  },
  status: {
    summary: 'show what became of the submissions',
    load: async () => (await import('./status.ts')).statusCommand,
  },
  wait: {
    summary: 'wait for the jobs and hold their results against what is expected',
    load: async () => (await import('./wait.ts')).waitCommand,
  },
  cancel: {
    summary: 'cancel running jobs',
    load: async () => (await import('./cancel.ts')).cancelCommand,
  },
  results: {
    summary: 'show or write the pages of finished jobs',
    load: async () => (await import('./results.ts')).resultsCommand,
  },
  explain: {
    summary: 'explain a crawl, a URL in or out of its scope, or a rule',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  preview: {
    summary: 'show the pages that a crawl reaches, without scraping them',
    load: async () => (await import('./preview.ts')).previewCommand,
  },
  explore: {
    summary: 'see and try the scope of a crawl in the browser',
    load: async () => (await import('./explore.ts')).exploreCommand,
  },
  render: {
    summary: 'print the exact request, also as curl or TypeScript',
    load: async () => (await import('./render.ts')).renderCommand,
  },
  test: {
    summary: 'run the scope tests of crawl files, offline',
    load: async () => (await import('./test.ts')).testCommand,
  },
  import: {
    summary: "make a crawl file of curl commands and other crawlers' files",
    load: async () => (await import('./import.ts')).importCommand,
  },
  lock: {
    summary: 'ask once what the prompts come to, and write it down for review',
    load: async () => (await import('./lock.ts')).lockCommand,
  },
  migrate: {
    summary: 'bring files of version 0 and 1 to version 2',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  comment: {
    summary: 'keep a plan as one comment of the pull or merge request, in CI',
    load: async () => (await import('./comment.ts')).commentCommand,
  },
  state: {
    summary: 'look at the record of submissions, settle and mend it',
    load: async () => (await import('./state.ts')).stateCommand,
  },
  serve: {
    summary: 'run the embedded crawl service',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  completion: {
    summary: 'print what bash, zsh or fish need to complete commands',
    load: async () => (await import('./completion.ts')).completionCommand,
  },
}

/**
 * Every command by name, in the order of `--help`. Each is a module of its own, loaded when it is called; but for checking
 * files, which most starts are for.
 */
export const commandTable: Readonly<Record<string, CommandEntry>> = commands
