import { rulesAbout } from '../rule.ts'

const secretRule = rulesAbout('secret')

/** Secrets in files that git stores and many people read. No message repeats one. */
export const securityRules = {
  'security/literal-key': secretRule<{ subject: string; kind: string; scheme: string; name: string }>({
    severity: 'error',
    message: ({ subject, kind }) => `${subject} contains ${kind}.`,
    help: ({ scheme, name }) =>
      `Replace the key at its issuer, put the new one into an environment variable, and write "${scheme}\${secret:${name}}".`,
  }),
  'security/key-as-name': secretRule<{ kind: string }>({
    severity: 'error',
    message: ({ kind }) => `The name of a setting contains ${kind}.`,
    help: () => 'Replace the key at its issuer, and write a name in its place.',
  }),
  'security/literal-secret': secretRule<{ subject: string; scheme: string; name: string }>({
    severity: 'warning',
    message: ({ subject }) => `${subject} contains what looks like a secret.`,
    help: ({ scheme, name }) =>
      `Put it into an environment variable, and write "${scheme}\${secret:${name}}".`,
  }),
  'security/secret-as-variable': secretRule<{ subject: string; name: string }>({
    severity: 'warning',
    message: ({ subject, name }) => `${subject} is shown in plans, because "\${env:${name}}" is not secret.`,
    help: ({ name }) => `Write "\${secret:${name}}".`,
  }),
  'security/url-credentials': secretRule<{ subject: string }>({
    severity: 'warning',
    message: ({ subject }) => `${subject} contains a user name or password before the host.`,
    help: () => 'Remove them, and send a header: "Authorization: Basic ${secret:NAME}".',
  }),
}
