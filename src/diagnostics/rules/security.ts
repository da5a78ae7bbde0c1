import { rulesAbout } from '../rule.ts'

const secretRule = rulesAbout('secret')

/** Secrets in files that git stores and many people read. No message repeats one. */
export const securityRules = () => ({
  'security/literal-key': secretRule.error(
    '{subject} contains {kind}.',
    'Replace the key at its issuer, put the new one into an environment variable, and write "{scheme}${secret:{name}}".',
  ),
  'security/key-as-name': secretRule.error(
    'The name of a setting contains {kind}.',
    'Replace the key at its issuer, and write a name in its place.',
  ),
  'security/literal-secret': secretRule.warning(
    '{subject} contains what looks like a secret.',
    'Put it into an environment variable, and write "{scheme}${secret:{name}}".',
  ),
  'security/secret-as-variable': secretRule.warning(
    '{subject} is shown in plans, because "${env:{name}}" is not secret.',
    'Write "${secret:{name}}".',
  ),
  'security/url-credentials': secretRule.warning(
    '{subject} contains a user name or password before the host.',
    'Remove them, and send a header: "Authorization: Basic ${secret:NAME}".',
  ),
})
