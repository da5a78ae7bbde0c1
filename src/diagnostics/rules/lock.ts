import { rulesAbout } from '../rule.ts'

const lockRule = rulesAbout('setting', { decidedBy: 'prompt' })

export const lockRules = {
  'lock/missing': lockRule<{ crawl: string }>({
    severity: 'warning',
    message: ({ crawl }) =>
      `The settings for the prompt of "${crawl}" are generated at each submission, without review.`,
    help: ({ crawl }) => `Run "crawlform lock ${crawl}" and commit crawls.lock.json, or silence this rule.`,
  }),
  'lock/outdated': lockRule<{ crawl: string; change: 'prompt' | 'start URL' }>({
    severity: 'error',
    message: ({ crawl, change }) =>
      `The ${change} of "${crawl}" has changed since its settings in crawls.lock.json were generated.`,
    help: ({ crawl }) =>
      `Run "crawlform lock ${crawl}", with the same --env, and review what changes in crawls.lock.json.`,
  }),
  'lock/unused': lockRule<{ crawl: string; because: string }>({
    severity: 'warning',
    message: ({ crawl, because }) => `The locked settings of "${crawl}" are not used: ${because}.`,
    help: () => 'Run "crawlform lock" to remove unused entries.',
  }),
  'lock/merge-conflict': lockRule({
    severity: 'error',
    message: () => 'crawls.lock.json contains merge conflict markers.',
    help: () =>
      'Remove the markers and keep the entries you need (or take one side: git checkout --theirs crawls.lock.json), then run "crawlform lock".',
  }),
  'lock/not-json': lockRule({
    severity: 'error',
    message: () => 'crawls.lock.json is not valid JSON from here on.',
    help: () => 'Fix it, or restore it from git: git checkout crawls.lock.json.',
  }),
  'lock/newer-format': lockRule<{ found: string }>({
    severity: 'error',
    message: ({ found }) => `crawls.lock.json is of format ${found}; this crawlform reads format 1.`,
    help: () => 'Install the crawlform version that the rest of the project uses.',
  }),
  'lock/malformed': lockRule<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `${problem}.`,
    help: () => 'Fix it, or remove the entry and run "crawlform lock".',
  }),
}
