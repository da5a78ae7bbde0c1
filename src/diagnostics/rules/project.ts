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
    title: 'A path that does not exist',
    why: 'A crawl file named on the command line has to be there.',
    message: ({ path }) => `"${path}" does not exist.`,
    help: () => 'Name a file, a directory or a glob such as "crawls/**/*.yaml".',
    example: '# crawlform validate crawls/doks.yaml\n',
  }),
  'project/nothing-found': crawlsRule<{ patterns: string; where: 'file' | 'usual' | 'named' }>({
    severity: 'warning',
    title: 'No crawl files',
    why: 'A pattern that finds nothing is often a mistake in the pattern or in the directory.',
    message: ({ patterns }) => `No crawl file matches ${patterns}.`,
    help: ({ where }) =>
      ({
        file: 'Put crawl files there, or set "crawls" in crawlform.yaml.',
        usual: 'Put crawl files there, or begin a project with "crawlform init".',
        named: 'Name crawl files, a directory that holds some, or a glob such as "crawls/**/*.yaml".',
      })[where],
    example: '# crawlform.yaml\nversion: 2\ncrawls: [nowhere/*.yaml]\n',
  }),
  'project/outside-repository': fileRule<{ path: string }>({
    severity: 'error',
    title: 'A path that leaves the repository',
    why: 'What a repository declares must not depend on, or show, files outside of it.',
    message: ({ path }) => `"${path}" is a link that leads outside its repository.`,
    help: () => 'Keep crawl files inside their repository, without links that leave it.',
    example:
      '# crawlform validate crawls/elsewhere.yaml\n# $ git init -q && cp crawls/docs.yaml ../docs.yaml && ln -s ../../docs.yaml crawls/elsewhere.yaml\n',
  }),
  'project/dead-link': fileRule<{ path: string }>({
    severity: 'error',
    title: 'A link that leads nowhere',
    why: 'Whoever put it there meant a file, and that file is not part of the project.',
    message: ({ path }) => `"${path}" is a link that leads to no file.`,
    help: () => 'Remove it, or let it lead to a file of the repository.',
    example: '# crawlform validate crawls/lost.yaml\n# $ ln -s gone.yaml crawls/lost.yaml\n',
  }),
  'project/not-a-file': fileRule<{ path: string }>({
    severity: 'error',
    title: 'Not a regular file',
    why: 'Reading a pipe or a device might never end.',
    message: ({ path }) => `"${path}" is no regular file, and is not read.`,
    help: () => 'What a pipe holds can be given on standard input, to "crawlform validate -".',
    example: '# crawlform validate crawls/pipe.yaml\n# $ mkfifo crawls/pipe.yaml\n',
  }),
  'project/name-not-utf8': fileRule<{ path: string }>({
    severity: 'error',
    title: 'A name that is not UTF-8',
    why: 'Such a name cannot be written in messages, plans and JSON, and means different letters on different machines.',
    message: ({ path }) => `"${path}" has a name that is not UTF-8, and is not read.`,
    help: () =>
      'Rename it. What of its name is not UTF-8 is shown as \\xff; a shell completes the name, or finds it by a pattern with "*".',
    example: `# crawlform validate old\n# $ mkdir old && cp crawls/docs.yaml old/"$(printf 'caf\\351.yaml')"\n`,
  }),
  'project/no-settings': fileRule({
    severity: 'error',
    title: 'The project file holds no settings',
    why: 'A project file that says nothing is often one that was not written to the end.',
    message: () => 'crawlform.yaml holds no mapping of settings.',
    help: () => 'Write "version: 2" at its top, or remove it: a project needs no project file.',
    example: '# crawlform.yaml\n',
  }),
  'project/several-documents': fileRule<{ count: number }>({
    severity: 'error',
    title: 'A project file with several documents',
    why: 'A repository has one project file, and it is one YAML document.',
    message: ({ count }) => `crawlform.yaml holds ${count} documents; it is one.`,
    help: () => 'Remove the "---" lines between them.',
    example: '# crawlform.yaml\nversion: 2\n---\nversion: 2\n',
  }),
  'project/unnamed-document': fileRule({
    severity: 'error',
    title: 'One of several crawls in a file has no name',
    why: 'A file that holds one crawl names it; of several, each needs a name of its own.',
    message: () => 'This file holds several crawls, and this one has no "name".',
    help: () => 'Give each of them a "name".',
    example:
      'version: 2\nname: guides\nrequest: { url: https://example.com/guides/, limit: 10 }\n---\nversion: 2\nrequest: { url: https://example.com/api/, limit: 10 }\n',
  }),
  'project/duplicate-name': fileRule<{ name: string; sameDocument: boolean }>({
    severity: 'error',
    title: 'Two crawls with one name',
    why: 'What was submitted is recorded by name, so a name belongs to one crawl.',
    message: ({ name }) => `Two crawls are named "${name}".`,
    help: ({ sameDocument }) =>
      sameDocument
        ? 'Let "name" differ in every combination of the matrix.'
        : 'Give one of them another "name".',
    example:
      'version: 2\nname: docs\nrequest: { url: https://example.com/guides/, limit: 10 }\n---\nversion: 2\nname: docs\nrequest: { url: https://example.com/api/, limit: 10 }\n',
  }),
  'project/unknown-environment': environmentsRule<{
    environment: string
    suggestion: string | undefined
    known: string
  }>({
    severity: 'error',
    title: 'An environment that does not exist',
    why: 'Crawls are submitted to the service of one environment of crawlform.yaml.',
    message: ({ environment }) => `The environment "${environment}" is not in crawlform.yaml.`,
    help: ({ suggestion, known }) =>
      suggestion === undefined ? `Known environments: ${known}.` : `Did you mean "${suggestion}"?`,
    example:
      '# crawlform plan --env prod\n# crawlform.yaml\nversion: 2\nenvironments:\n  production: { baseUrl: "https://api.example.com" }\n',
  }),
  'project/two-services': fileRule<{ environment: string }>({
    severity: 'error',
    title: 'An environment with two services',
    why: 'Crawls are submitted to one service: the one on this machine or the one at an address.',
    message: ({ environment }) =>
      `The environment "${environment}" names two services: "service: embedded" and a "baseUrl".`,
    help: () => 'Keep one of them.',
    example:
      '# crawlform plan --env staging\n# crawlform.yaml\nversion: 2\nenvironments:\n  staging: { service: embedded, baseUrl: "https://api.example.com" }\n',
  }),
  'project/idle-embedded': fileRule<{ environment: string }>({
    severity: 'error',
    title: 'Settings of the embedded service for an environment that uses another',
    why: 'They say how the service on this machine runs, and nothing of the service at an address.',
    message: ({ environment }) =>
      `The environment "${environment}" sets "embedded", but its service is at its "baseUrl".`,
    help: () => 'Remove "embedded", or write "service: embedded" instead of "baseUrl".',
    example:
      '# crawlform.yaml\nversion: 2\nenvironments:\n  staging: { baseUrl: "https://api.example.com", embedded: { workers: 1 } }\n',
  }),
  'project/bad-address': fileRule<{ fault: string; help?: string }>({
    severity: 'error',
    title: 'The address of a service cannot be used',
    why: 'Requests go to paths below it, such as /v2/crawl.',
    message: ({ fault }) => `"baseUrl" ${fault}.`,
    help: ({ help }) => help ?? 'Write only what comes before "/v2", such as https://api.example.com.',
    example:
      '# crawlform plan --env staging\n# crawlform.yaml\nversion: 2\nenvironments:\n  staging: { baseUrl: "https://api.example.com/v2" }\n',
  }),
  'project/unknown-rule': fileRule<{ id: string; suggestion: string | undefined }>({
    severity: 'warning',
    title: 'The severity of a rule that does not exist',
    why: 'It has no effect, and is often a spelling mistake.',
    message: ({ id }) => `There is no rule "${id}".`,
    help: ({ suggestion }) =>
      suggestion === undefined ? 'Remove the line.' : `Did you mean "${suggestion}"?`,
    example: '# crawlform.yaml\nversion: 2\nrules: { limits/unsett: error }\n',
  }),
  'project/fixed-rule': fileRule<{ id: string; severity: string }>({
    severity: 'warning',
    title: 'The severity of a rule that always is an error',
    why: 'What it finds cannot be sent, so that no crawl would be left to plan.',
    message: ({ id, severity }) => `"${id}" is always an error; "${severity}" has no effect here.`,
    help: () => 'Remove the line, and mend what the rule reports.',
    example: '# crawlform.yaml\nversion: 2\nrules: { schema/unknown-key: off }\n',
  }),
  'project/other-extension': fileRule<{ file: string; pattern: string }>({
    severity: 'warning',
    title: 'A file with another extension is not read',
    why: 'It looks like a file of this project and is passed over, because its name ends differently.',
    message: ({ file, pattern }) => `"${file}" is not read: its name does not match "${pattern}".`,
    help: ({ pattern }) => `Rename it to match "${pattern}".`,
    example: '# crawls/docs.yml\nversion: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'project/environment-without-service': fileRule<{ environment: string }>({
    severity: 'error',
    title: 'An environment without a service',
    why: 'Crawls are submitted somewhere: to the service on this machine or to one at an address.',
    message: ({ environment }) => `The environment "${environment}" names no service.`,
    help: () => 'Write "baseUrl", such as https://api.firecrawl.dev, or "service: embedded".',
    example:
      '# crawlform plan --env staging\n# crawlform.yaml\nversion: 2\nenvironments:\n  staging: { request: { limit: 10 } }\n',
  }),
}
