import { rulesWith } from '../rule.ts'

const fileRule = rulesWith({ about: 'file', decidedBy: 'place', leavesOut: true, saidOnce: false })
const crawlsRule = rulesWith({
  about: 'file',
  decidedBy: { section: '/crawls' },
  leavesOut: true,
  saidOnce: false,
})
const environmentsRule = rulesWith({
  about: 'file',
  decidedBy: { section: '/environments' },
  leavesOut: true,
  saidOnce: false,
})

export const projectRules = {
  'project/no-such-path': fileRule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `"${path}" does not exist.`,
    help: () => 'Name a file, a directory or a glob such as "crawls/**/*.yaml".',
  }),
  'project/not-found': fileRule<{ directory: string }>({
    severity: 'error',
    message: ({ directory }) =>
      `No project found in "${directory}": no crawlform.yaml, and no crawl file in crawls/.`,
    help: () => 'Go to the project, name it with "-C DIR", or begin one with "crawlform init".',
  }),
  'project/no-crawl-file': crawlsRule<{ patterns: string; isTyped: boolean }>({
    severity: 'error',
    message: ({ patterns }) => `No crawl file matches ${patterns}.`,
    help: ({ isTyped }) =>
      isTyped
        ? 'Name crawl files, a directory that holds some, or a glob such as "crawls/**/*.yaml".'
        : 'Put crawl files there, or set "crawls" in crawlform.yaml.',
  }),
  'project/nothing-found': crawlsRule<{ pattern: string }>({
    severity: 'warning',
    message: ({ pattern }) => `No crawl file matches "${pattern}".`,
    help: () => 'Put crawl files there, or correct "crawls" in crawlform.yaml.',
  }),
  'project/outside-repository': fileRule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `"${path}" is a link that leads outside its repository.`,
    help: () => 'Keep crawl files inside their repository, without links that leave it.',
  }),
  'project/dead-link': fileRule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `"${path}" is a link that leads to no file.`,
    help: () => 'Remove it, or let it lead to a file of the repository.',
  }),
  'project/not-a-file': fileRule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `"${path}" is no regular file, and is not read.`,
    help: () => 'What a pipe holds can be given on standard input, to "crawlform validate -".',
  }),
  'project/name-not-utf8': fileRule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `"${path}" has a name that is not UTF-8, and is not read.`,
    help: () =>
      'Rename it. What of its name is not UTF-8 is shown as \\xff; a shell completes the name, or finds it by a pattern with "*".',
  }),
  'project/no-settings': fileRule({
    severity: 'error',
    message: () => 'crawlform.yaml holds no mapping of settings.',
    help: () => 'Write "version: 2" at its top, or remove it: a project needs no project file.',
  }),
  'project/several-documents': fileRule<{ count: number }>({
    severity: 'error',
    message: ({ count }) => `crawlform.yaml holds ${count} documents; it is one.`,
    help: () => 'Remove the "---" lines between them.',
  }),
  'project/unnamed-document': fileRule({
    severity: 'error',
    message: () => 'This file holds several crawls, and this one has no "name".',
    help: () => 'Give each of them a "name".',
  }),
  'project/duplicate-name': fileRule<{ name: string; sameDocument: boolean }>({
    severity: 'error',
    message: ({ name }) => `Two crawls are named "${name}".`,
    help: ({ sameDocument }) =>
      sameDocument
        ? 'Let "name" differ in every combination of the matrix.'
        : 'Give one of them another "name".',
  }),
  'project/unknown-environment': environmentsRule<{
    environment: string
    suggestion: string | undefined
    known: string
  }>({
    severity: 'error',
    message: ({ environment }) => `The environment "${environment}" is not in crawlform.yaml.`,
    help: ({ suggestion, known }) =>
      suggestion === undefined ? `Known environments: ${known}.` : `Did you mean "${suggestion}"?`,
  }),
  'project/two-services': fileRule<{ environment: string }>({
    severity: 'error',
    message: ({ environment }) =>
      `The environment "${environment}" names two services: "service: embedded" and a "baseUrl".`,
    help: () => 'Keep one of them.',
  }),
  'project/idle-embedded': fileRule<{ environment: string }>({
    severity: 'error',
    message: ({ environment }) =>
      `The environment "${environment}" sets "embedded", but its service is at its "baseUrl".`,
    help: () => 'Remove "embedded", or write "service: embedded" instead of "baseUrl".',
  }),
  'project/bad-address': fileRule<{ fault: string; help?: string }>({
    severity: 'error',
    message: ({ fault }) => `"baseUrl" ${fault}.`,
    help: ({ help }) => help ?? 'Write only what comes before "/v2", such as https://api.example.com.',
  }),
  'project/unknown-rule': fileRule<{ id: string; suggestion: string | undefined }>({
    severity: 'warning',
    message: ({ id }) => `There is no rule "${id}".`,
    help: ({ suggestion }) =>
      suggestion === undefined ? 'Remove the line.' : `Did you mean "${suggestion}"?`,
  }),
  'project/fixed-rule': fileRule<{ id: string; severity: string }>({
    severity: 'warning',
    message: ({ id, severity }) => `"${id}" is always an error; "${severity}" has no effect here.`,
    help: () => 'Remove the line, and mend what the rule reports.',
  }),
  'project/other-extension': fileRule<{ file: string; pattern: string }>({
    severity: 'warning',
    message: ({ file, pattern }) => `"${file}" is not read: its name does not match "${pattern}".`,
    help: ({ pattern }) => `Rename it to match "${pattern}".`,
  }),
  'project/environment-without-service': fileRule<{ environment: string }>({
    severity: 'error',
    message: ({ environment }) => `The environment "${environment}" names no service.`,
    help: () => 'Write "baseUrl", such as https://api.firecrawl.dev, or "service: embedded".',
  }),
}
