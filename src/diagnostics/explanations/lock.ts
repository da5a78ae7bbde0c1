import type { Explanations } from '../explanation.ts'
import type { lockRules } from '../rules/lock.ts'

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

export const lockExplanations: Explanations<typeof lockRules> = {
  'lock/missing': {
    title: 'A prompt whose settings are not locked',
    why: 'The service generates crawl settings from a prompt at each submission. Nobody reviews them, and they may differ each time.',
    example: crawl,
    repair: `version: 2
request:
  url: https://example.com/
  limit: 5
  prompt: Only the blog
# crawls.lock.json
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
`,
  },
  'lock/outdated': {
    title: 'A prompt lock for another prompt or start URL',
    why: 'The locked settings were generated from a start URL and a prompt. If one of them changes, or differs in an environment, the settings no longer belong to it.',
    example: locked('Only the blog', 'Only the news'),
    repair: ['Only the news', 'Only the blog'],
  },
  'lock/unused': {
    title: 'An unused entry of the prompt lock',
    why: 'It belongs to a removed crawl or prompt, and shows reviewers settings that are never sent.',
    example: locked('  prompt: Only the blog\n', ''),
    repair: ['  limit: 5\n', '  limit: 5\n  prompt: Only the blog\n'],
  },
  'lock/merge-conflict': {
    title: 'A prompt lock with conflict markers',
    why: 'Two branches changed the lock, and git could not merge them.',
    example: locked(
      '        "maxDiscoveryDepth": 2\n',
      '<<<<<<< HEAD\n        "maxDiscoveryDepth": 2\n=======\n        "maxDiscoveryDepth": 3\n>>>>>>> depth\n',
    ),
    repair: [
      '<<<<<<< HEAD\n        "maxDiscoveryDepth": 2\n=======\n        "maxDiscoveryDepth": 3\n>>>>>>> depth\n',
      '        "maxDiscoveryDepth": 3\n',
    ],
  },
  'lock/not-json': {
    title: 'A prompt lock that is not JSON',
    why: 'crawlform writes the lock, and other tools read it, as JSON.',
    example: locked('"maxDiscoveryDepth": 2', '"maxDiscoveryDepth": 2,'),
    repair: ['2,', '2'],
  },
  'lock/newer-format': {
    title: 'A prompt lock of a newer crawlform',
    why: 'This version cannot read newer formats, and writing the file would lose data.',
    example: locked('"formatVersion": 1', '"formatVersion": 2'),
    repair: ['"formatVersion": 2', '"formatVersion": 1'],
  },
  'lock/malformed': {
    title: 'An invalid prompt lock',
    why: 'The settings in it are sent, so it is validated like a crawl file.',
    example: locked('"maxDiscoveryDepth"', '"maxDepth"'),
    repair: ['maxDepth', 'maxDiscoveryDepth'],
  },
}
