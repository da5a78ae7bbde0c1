import { rulesWith } from '../rule.ts'

const lockRule = rulesWith({ about: 'setting', decidedBy: 'prompt', leavesOut: true, saidOnce: false })

const crawl = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 5\n  prompt: Only the blog\n'

/** Returns an example: the crawl and its lock, with one line of the lock changed. */
function locked(line: string, instead: string): string {
  const lock = `# crawls.lock.json
{
  "formatVersion": 1,
  "prompts": [
    {
      "crawl": "docs",
      "options": {
        "maxDiscoveryDepth": 2
      },
      "promptDigest": "6ae4a8661f95a6c4428b50ec8777be7a50dc2ed375a4f806c2cceac37e71cf4f",
      "url": "https://example.com/"
    }
  ]
}
`
  return (crawl + lock).replace(line, instead)
}

export const lockRules = {
  'lock/missing': lockRule<{ crawl: string }>({
    severity: 'warning',
    title: 'A prompt whose settings are not locked',
    why: 'The service generates crawl settings from a prompt at each submission: nobody has seen them before, and the next time they may be others.',
    message: ({ crawl }) =>
      `What the prompt of "${crawl}" comes to is generated anew at each submission, and nobody reviews it.`,
    help: ({ crawl }) =>
      `Run "crawlform lock ${crawl}" and commit crawls.lock.json, or silence this rule where that is wanted.`,
    example: crawl,
  }),
  'lock/outdated': lockRule<{ crawl: string; change: 'prompt' | 'start URL' }>({
    severity: 'error',
    title: 'A prompt lock that answers another question',
    why: 'The locked settings were generated from a start URL and a prompt. When one of them changes, or differs in an environment, they are those of another crawl.',
    message: ({ crawl, change }) =>
      `The ${change} of "${crawl}" is not the one that its settings in crawls.lock.json were generated from.`,
    help: ({ crawl }) =>
      `Run "crawlform lock ${crawl}", with the same --env, and review what changes in crawls.lock.json.`,
    example: locked('Only the blog', 'Only the news'),
  }),
  'lock/unused': lockRule<{ crawl: string; because: string }>({
    severity: 'warning',
    title: 'An entry of the prompt lock that nothing uses',
    why: 'It is left over from a crawl or a prompt that is gone, and tells reviewers of settings that are never sent.',
    message: ({ crawl, because }) => `The locked settings of "${crawl}" are not used: ${because}.`,
    help: () => 'Run "crawlform lock", which removes what nothing uses.',
    example: locked('  prompt: Only the blog\n', ''),
  }),
  'lock/merge-conflict': lockRule({
    severity: 'error',
    title: 'A prompt lock with conflict markers',
    why: 'Two branches changed the lock, and git could not decide; what is locked is unknown until somebody does.',
    message: () => 'crawls.lock.json holds the markers of a merge conflict.',
    help: () =>
      'Keep the entries that belong, without the markers (or take one side: git checkout --theirs crawls.lock.json), then run "crawlform lock".',
    example: locked(
      '        "maxDiscoveryDepth": 2\n',
      '<<<<<<< HEAD\n        "maxDiscoveryDepth": 2\n=======\n        "maxDiscoveryDepth": 3\n>>>>>>> depth\n',
    ),
  }),
  'lock/not-json': lockRule({
    severity: 'error',
    title: 'A prompt lock that is not JSON',
    why: 'crawlform writes the lock, and other tools read it, as JSON.',
    message: () => 'From here on, crawls.lock.json is not JSON.',
    help: () => 'Mend it, or take it from git again: git checkout crawls.lock.json.',
    example: locked('"maxDiscoveryDepth": 2', '"maxDiscoveryDepth": 2,'),
  }),
  'lock/newer-format': lockRule<{ found: string }>({
    severity: 'error',
    title: 'A prompt lock of a newer crawlform',
    why: 'What a newer format says cannot be known here, and writing it back would lose it.',
    message: ({ found }) => `crawls.lock.json is of format ${found}; this crawlform reads format 1.`,
    help: () => 'Use the crawlform that the others of this project use.',
    example: locked('"formatVersion": 1', '"formatVersion": 2'),
  }),
  'lock/malformed': lockRule<{ problem: string }>({
    severity: 'error',
    title: 'A prompt lock that was changed by hand into something else',
    why: 'The settings in it are sent, so it is checked like a crawl file.',
    message: ({ problem }) => `${problem}.`,
    help: () => 'Mend it, or remove the entry and run "crawlform lock".',
    example: locked('"maxDiscoveryDepth"', '"maxDepth"'),
  }),
}
