import { rulesWith } from '../rule.ts'

const secretRule = rulesWith({ about: 'secret', decidedBy: 'place', leavesOut: true, saidOnce: false })

const HEAD = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'

/** Secrets in files that git stores and many people read. No message repeats one. */
export const securityRules = {
  'security/literal-key': secretRule<{ subject: string; kind: string; name: string }>({
    severity: 'error',
    title: 'A key stands in the file',
    why: 'Whoever can read the repository, now or later, can use the key.',
    message: ({ subject, kind }) => `${subject} contains ${kind}.`,
    help: ({ name }) =>
      `Replace the key at its issuer, put the new one into an environment variable, and write "\${secret:${name}}".`,
    example: `${HEAD}  scrapeOptions:\n    headers: { X-Service: fc-0123456789abcdef0123456789abcdef }\n`,
  }),
  'security/key-as-name': secretRule<{ kind: string }>({
    severity: 'error',
    title: 'A key stands in the place of a name',
    why: 'Whoever can read the repository can use the key, and names cannot be references to the environment.',
    message: ({ kind }) => `The name of a setting contains ${kind}.`,
    help: () => 'Replace the key at its issuer, and write a name in its place.',
    example: `${HEAD}  webhook:\n    url: https://example.com/hook\n    metadata: { fc-0123456789abcdef0123456789abcdef: docs }\n`,
  }),
  'security/literal-secret': secretRule<{ subject: string; name: string }>({
    severity: 'warning',
    title: 'A secret seems to stand in the file',
    why: 'Whoever can read the repository, now or later, can use it.',
    message: ({ subject }) => `${subject} contains what looks like a secret.`,
    help: ({ name }) => `Put it into an environment variable, and write "\${secret:${name}}".`,
    example: `${HEAD}  scrapeOptions:\n    headers: { Cookie: session=ab12cd34ef56 }\n`,
  }),
  'security/secret-as-variable': secretRule<{ subject: string; name: string }>({
    severity: 'warning',
    title: 'A secret is read as an ordinary variable',
    why: 'The value of ${env:...} appears in plans, in the state and in logs; that of ${secret:...} never does.',
    message: ({ subject, name }) =>
      `${subject} is shown in plans, because "\${env:${name}}" is not a secret.`,
    help: ({ name }) => `Write "\${secret:${name}}".`,
    example: `${HEAD}  scrapeOptions:\n    headers: { Authorization: "Bearer \${env:SITE_TOKEN:-none}" }\n`,
  }),
  'security/url-credentials': secretRule<{ subject: string }>({
    severity: 'warning',
    title: 'A URL carries a user name and password',
    why: 'URLs are shown in plans, logs and results.',
    message: ({ subject }) => `${subject} carries credentials before its host.`,
    help: () => 'Remove them, and send a header: "Authorization: Basic ${secret:NAME}".',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  webhook: https://user:hunter22@example.com/hook\n',
  }),
}
