import { rulesWith } from '../rule.ts'

const lockRule = rulesWith({ about: 'setting', decidedBy: 'prompt', leavesOut: true, saidOnce: false })

export const lockRules = {
  'lock/missing': lockRule<{ crawl: string }>({
    severity: 'warning',
    message: ({ crawl }) =>
      `What the prompt of "${crawl}" comes to is generated anew at each submission, and nobody reviews it.`,
    help: ({ crawl }) =>
      `Run "crawlform lock ${crawl}" and commit crawls.lock.json, or silence this rule where that is wanted.`,
  }),
  'lock/outdated': lockRule<{ crawl: string; change: 'prompt' | 'start URL' }>({
    severity: 'error',
    message: ({ crawl, change }) =>
      `The ${change} of "${crawl}" is not the one that its settings in crawls.lock.json were generated from.`,
    help: ({ crawl }) =>
      `Run "crawlform lock ${crawl}", with the same --env, and review what changes in crawls.lock.json.`,
  }),
  'lock/unused': lockRule<{ crawl: string; because: string }>({
    severity: 'warning',
    message: ({ crawl, because }) => `The locked settings of "${crawl}" are not used: ${because}.`,
    help: () => 'Run "crawlform lock", which removes what nothing uses.',
  }),
  'lock/merge-conflict': lockRule({
    severity: 'error',
    message: () => 'crawls.lock.json holds the markers of a merge conflict.',
    help: () =>
      'Keep the entries that belong, without the markers (or take one side: git checkout --theirs crawls.lock.json), then run "crawlform lock".',
  }),
  'lock/not-json': lockRule({
    severity: 'error',
    message: () => 'From here on, crawls.lock.json is not JSON.',
    help: () => 'Mend it, or take it from git again: git checkout crawls.lock.json.',
  }),
  'lock/newer-format': lockRule<{ found: string }>({
    severity: 'error',
    message: ({ found }) => `crawls.lock.json is of format ${found}; this crawlform reads format 1.`,
    help: () => 'Use the crawlform that the others of this project use.',
  }),
  'lock/malformed': lockRule<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `${problem}.`,
    help: () => 'Mend it, or remove the entry and run "crawlform lock".',
  }),
}
