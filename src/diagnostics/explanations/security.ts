import type { Explanations } from '../explanation.ts'
import type { securityRules } from '../rules/security.ts'

const HEAD = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'

export const securityExplanations: Explanations<typeof securityRules> = {
  'security/literal-key': {
    title: 'A key is in the file',
    why: 'Everyone who can read the repository, now or later, can use the key.',
    example: `${HEAD}  scrapeOptions:\n    headers: { X-Service: fc-0123456789abcdef0123456789abcdef }\n`,
    repair: ['fc-0123456789abcdef0123456789abcdef', '"${secret:SERVICE_KEY}"'],
  },
  'security/key-as-name': {
    title: 'A key is used as a name',
    why: 'Everyone who can read the repository can use the key, and names cannot be references.',
    example: `${HEAD}  webhook:\n    url: https://example.com/hook\n    metadata: { fc-0123456789abcdef0123456789abcdef: docs }\n`,
    repair: ['fc-0123456789abcdef0123456789abcdef', 'team'],
  },
  'security/literal-secret': {
    title: 'A possible secret is in the file',
    why: 'Everyone who can read the repository, now or later, can use it.',
    example: `${HEAD}  scrapeOptions:\n    headers: { Cookie: session=ab12cd34ef56 }\n`,
    repair: ['session=ab12cd34ef56', '"session=${secret:SESSION}"'],
  },
  'security/secret-as-variable': {
    title: 'A secret is read as an ordinary variable',
    why: 'The value of ${env:...} appears in plans, in the state and in logs; that of ${secret:...} never does.',
    example: `${HEAD}  scrapeOptions:\n    headers: { Authorization: "Bearer \${env:SITE_TOKEN:-none}" }\n`,
    repair: ['${env:SITE_TOKEN:-none}', '${secret:SITE_TOKEN}'],
  },
  'security/url-credentials': {
    title: 'A URL contains a user name and password',
    why: 'URLs are shown in plans, logs and results.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  webhook: https://user:hunter22@example.com/hook\n',
    repair: [
      'webhook: https://user:hunter22@example.com/hook\n',
      'webhook:\n    url: https://example.com/hook\n    headers: { Authorization: "Basic ${secret:HOOK_LOGIN}" }\n',
    ],
  },
}
