import { rulesAbout } from '../rule.ts'

const fileRule = rulesAbout('file')
const crawlsRule = rulesAbout('file', { decidedBy: { section: '/crawls' } })
const environmentsRule = rulesAbout('file', { decidedBy: { section: '/environments' } })

export const projectRules = {
  'project/no-such-path': fileRule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `"${path}" does not exist.`,
    help: () => 'Use a file, a directory or a glob such as "crawls/**/*.yaml".',
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
        ? 'Use crawl files, a directory of crawl files, or a glob such as "crawls/**/*.yaml".'
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
    help: () => 'Keep crawl files inside the repository, without links that leave it.',
  }),
  'project/dead-link': fileRule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `"${path}" is a broken link.`,
    help: () => 'Remove it, or point it to a file of the repository.',
  }),
  'project/not-a-file': fileRule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `"${path}" is not a regular file, so it is not read.`,
    help: () => 'To check the content of a pipe, use standard input: "crawlform validate -".',
  }),
  'project/name-not-utf8': fileRule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `"${path}" has a name that is not UTF-8, so it is not read.`,
    help: () =>
      'Rename it. Bytes that are not UTF-8 are shown as \\xff. A shell can complete the name, or match it with "*".',
  }),
  'project/no-settings': fileRule({
    severity: 'error',
    message: () => 'crawlform.yaml has no settings.',
    help: () => 'Write "version: 2" at the top, or remove the file: it is optional.',
  }),
  'project/several-documents': fileRule<{ count: number }>({
    severity: 'error',
    message: ({ count }) => `crawlform.yaml has ${count} documents; only one is allowed.`,
    help: () => 'Remove the "---" lines between them.',
  }),
  'project/unnamed-document': fileRule({
    severity: 'error',
    message: () => 'This file has several crawls, and this one has no "name".',
    help: () => 'Give each of them a "name".',
  }),
  'project/duplicate-name': fileRule<{ name: string; sameDocument: boolean }>({
    severity: 'error',
    message: ({ name }) => `Two crawls are named "${name}".`,
    help: ({ sameDocument }) =>
      sameDocument ? 'Make "name" different in every combination of the matrix.' : 'Rename one of them.',
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
      `The environment "${environment}" sets "embedded", but uses the service at its "baseUrl".`,
    help: () => 'Remove "embedded", or write "service: embedded" instead of "baseUrl".',
  }),
  'project/bad-address': fileRule<{ fault: string; help?: string }>({
    severity: 'error',
    message: ({ fault }) => `"baseUrl" ${fault}.`,
    help: ({ help }) => help ?? 'Write only the part before "/v2", such as https://api.example.com.',
  }),
  'project/unknown-rule': fileRule<{ id: string; suggestion: string | undefined }>({
    severity: 'warning',
    message: ({ id }) => `Unknown rule "${id}".`,
    help: ({ suggestion }) =>
      suggestion === undefined ? 'Remove the line.' : `Did you mean "${suggestion}"?`,
  }),
  'project/fixed-rule': fileRule<{ id: string; severity: string }>({
    severity: 'warning',
    message: ({ id, severity }) => `"${id}" is always an error; "${severity}" has no effect here.`,
    help: () => 'Remove the line, and fix the reported problem.',
  }),
  'project/other-extension': fileRule<{ file: string; pattern: string }>({
    severity: 'warning',
    message: ({ file, pattern }) => `"${file}" is not read: its name does not match "${pattern}".`,
    help: ({ pattern }) => `Rename it to match "${pattern}".`,
  }),
  'project/environment-without-service': fileRule<{ environment: string }>({
    severity: 'error',
    message: ({ environment }) => `The environment "${environment}" has no service.`,
    help: () => 'Write "baseUrl", such as https://api.firecrawl.dev, or "service: embedded".',
  }),
}
