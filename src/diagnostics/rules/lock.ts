import { rulesAbout } from '../rule.ts'

const lockRule = rulesAbout('setting', { decidedBy: 'prompt' })

export const lockRules = () => ({
  'lock/missing': lockRule.warning(
    'The settings for the prompt of "{crawl}" are generated at each submission, without review.',
    'Run "crawlform lock {crawl}" and commit crawls.lock.json, or silence this rule.',
  ),
  'lock/outdated': lockRule.error(
    'The {change} of "{crawl}" has changed since its settings in crawls.lock.json were generated.',
    'Run "crawlform lock {crawl}", with the same --env, and review what changes in crawls.lock.json.',
  ),
  'lock/unused': lockRule.warning(
    'The locked settings of "{crawl}" are not used: {because}.',
    'Run "crawlform lock" to remove unused entries.',
  ),
  'lock/merge-conflict': lockRule.error(
    'crawls.lock.json contains merge conflict markers.',
    'Remove the markers and keep the entries you need (or take one side: git checkout --theirs crawls.lock.json), then run "crawlform lock".',
  ),
  'lock/not-json': lockRule.error(
    'crawls.lock.json is not valid JSON from here on.',
    'Fix it, or restore it from git: git checkout crawls.lock.json.',
  ),
  'lock/newer-format': lockRule.error(
    'crawls.lock.json is of format {found}; this crawlform reads format 1.',
    'Install the crawlform version that the rest of the project uses.',
  ),
  'lock/malformed': lockRule.error('{problem}.', 'Fix it, or remove the entry and run "crawlform lock".'),
})
