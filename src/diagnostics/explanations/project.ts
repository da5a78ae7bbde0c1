import type { Explanations } from '../explanation.ts'
import type { projectRules } from '../rules/project.ts'

export const projectExplanations: Explanations<typeof projectRules> = {
  'project/no-such-path': {
    title: 'A path that does not exist',
    why: 'A path on the command line must exist.',
    example: '# crawlform validate crawls/doks.yaml\n',
    repair: ['doks', 'docs'],
  },
  'project/not-found': {
    title: 'No project',
    why: 'A run in the wrong directory checks nothing, and must not look like a success.',
    example: '# crawlform -C elsewhere validate\n# $ mkdir elsewhere\n',
    repair: ['-C elsewhere', '-C .'],
  },
  'project/no-crawl-file': {
    title: 'No crawl file at all',
    why: 'A run that reads no crawl file checks nothing, and must not look like a success.',
    example: '# crawlform.yaml\nversion: 2\ncrawls: [nowhere/*.yaml]\n',
    repair: ['nowhere/*.yaml', 'crawls/*.yaml'],
  },
  'project/nothing-found': {
    title: 'A pattern without crawl files',
    why: 'A pattern that finds nothing is often a mistake in the pattern.',
    example: '# crawlform.yaml\nversion: 2\ncrawls: [crawls/*.yaml, nowhere/*.yaml]\n',
    repair: [', nowhere/*.yaml', ''],
  },
  'project/outside-repository': {
    title: 'A path that leaves the repository',
    why: 'A repository must not depend on files outside of it, or show them.',
    example:
      '# crawlform validate crawls/elsewhere.yaml\n# $ git init -q && cp crawls/docs.yaml ../docs.yaml && ln -s ../../docs.yaml crawls/elsewhere.yaml\n',
    repair: ['elsewhere.yaml\n# $', 'docs.yaml\n# $'],
  },
  'project/dead-link': {
    title: 'A broken link',
    why: 'The linked file is missing from the project.',
    example: '# crawlform validate crawls/lost.yaml\n# $ ln -s gone.yaml crawls/lost.yaml\n',
    repair: ['lost.yaml\n# $', 'docs.yaml\n# $'],
  },
  'project/not-a-file': {
    title: 'Not a regular file',
    why: 'Reading a pipe or device may never end.',
    example: '# crawlform validate crawls/pipe.yaml\n# $ mkfifo crawls/pipe.yaml\n',
    repair: ['pipe.yaml\n# $', 'docs.yaml\n# $'],
  },
  'project/name-not-utf8': {
    title: 'A name that is not UTF-8',
    why: 'Such a name cannot appear in messages, plans and JSON, and shows different letters on different machines.',
    example: `# crawlform validate old\n# $ mkdir old && cp crawls/docs.yaml old/"$(printf 'caf\\351.yaml')"\n`,
    repair: [
      `mkdir old && cp crawls/docs.yaml old/"$(printf 'caf\\351.yaml')"`,
      'rm old/* && cp crawls/docs.yaml old/cafe.yaml',
    ],
  },
  'project/no-settings': {
    title: 'The project file has no settings',
    why: 'An empty project file is often unfinished.',
    example: '# crawlform.yaml\n',
    repair: '# crawlform.yaml\nversion: 2\n',
  },
  'project/several-documents': {
    title: 'A project file with several documents',
    why: 'A repository has one project file, and it is one YAML document.',
    example: '# crawlform.yaml\nversion: 2\n---\nversion: 2\n',
    repair: ['---\nversion: 2\n', ''],
  },
  'project/unnamed-document': {
    title: 'One of several crawls in a file has no name',
    why: 'The file name is the name of a single crawl; several crawls need their own names.',
    example:
      'version: 2\nname: guides\nrequest: { url: https://example.com/guides/, limit: 10 }\n---\nversion: 2\nrequest: { url: https://example.com/api/, limit: 10 }\n',
    repair: ['---\nversion: 2\n', '---\nversion: 2\nname: api\n'],
  },
  'project/duplicate-name': {
    title: 'Two crawls with one name',
    why: 'Submissions are recorded by name, so each name must be unique.',
    example:
      'version: 2\nname: docs\nrequest: { url: https://example.com/guides/, limit: 10 }\n---\nversion: 2\nname: docs\nrequest: { url: https://example.com/api/, limit: 10 }\n',
    repair: ['---\nversion: 2\nname: docs', '---\nversion: 2\nname: api'],
  },
  'project/unknown-environment': {
    title: 'An environment that does not exist',
    why: 'Crawls are submitted to the service of one environment of crawlform.yaml.',
    example:
      '# crawlform plan --env prod\n# crawlform.yaml\nversion: 2\nenvironments:\n  production: { baseUrl: "https://api.example.com" }\n',
    repair: ['--env prod', '--env production'],
  },
  'project/two-services': {
    title: 'An environment with two services',
    why: 'An environment has one service: the embedded one or the one at a "baseUrl".',
    example:
      '# crawlform plan --env staging\n# crawlform.yaml\nversion: 2\nenvironments:\n  staging: { service: embedded, baseUrl: "https://api.example.com" }\n',
    repair: ['service: embedded, ', ''],
  },
  'project/idle-embedded': {
    title: 'Settings of the embedded service for an environment that uses another',
    why: 'They configure the embedded service, not the one at a "baseUrl".',
    example:
      '# crawlform.yaml\nversion: 2\nenvironments:\n  staging: { baseUrl: "https://api.example.com", embedded: { workers: 1 } }\n',
    repair: [', embedded: { workers: 1 }', ''],
  },
  'project/bad-address': {
    title: 'The address of a service cannot be used',
    why: 'Requests go to paths below it, such as /v2/crawl.',
    example:
      '# crawlform plan --env staging\n# crawlform.yaml\nversion: 2\nenvironments:\n  staging: { baseUrl: "https://api.example.com/v2" }\n',
    repair: ['api.example.com/v2', 'api.example.com'],
  },
  'project/unknown-rule': {
    title: 'The severity of a rule that does not exist',
    why: 'It has no effect, and is often a spelling mistake.',
    example: '# crawlform.yaml\nversion: 2\nrules: { limits/unsett: error }\n',
    repair: ['unsett', 'unset'],
  },
  'project/fixed-rule': {
    title: 'The severity of a rule that is always an error',
    why: 'Crawls with such an error cannot be sent.',
    example: '# crawlform.yaml\nversion: 2\nrules: { schema/unknown-key: off }\n',
    repair: ['schema/unknown-key: off', 'limits/unset: off'],
  },
  'project/other-extension': {
    title: 'A file with another extension is not read',
    why: 'It looks like a crawl file, but its extension does not match.',
    example: '# crawls/docs.yml\nversion: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['docs.yml', 'docs.yaml'],
  },
  'project/environment-without-service': {
    title: 'An environment without a service',
    why: 'Crawls are submitted to the embedded service or to the one at a "baseUrl".',
    example:
      '# crawlform plan --env staging\n# crawlform.yaml\nversion: 2\nenvironments:\n  staging: { request: { limit: 10 } }\n',
    repair: ['{ request', '{ service: embedded, request'],
  },
}
