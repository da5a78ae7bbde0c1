import { rulesWith } from '../rule.ts'

const testRule = rulesWith({ about: 'scope-test', decidedBy: 'request', leavesOut: false, saidOnce: false })

export interface TestArgs {
  /** As written in the test. */
  readonly url: string
  /** Which rule decided, as a clause. */
  readonly because: string
  readonly flip: string | undefined
}

/** Scope tests of a crawl file that its settings do not pass. */
export const testsRules = {
  'tests/not-in': testRule<TestArgs>({
    severity: 'error',
    title: 'A page that should be in scope is not',
    why: 'The crawl file says that this page belongs to the crawl, and its settings keep it out.',
    message: ({ url, because }) => `"${url}" is listed under "in", but is out of scope: ${because}.`,
    help: ({ flip }) => flip,
    example:
      'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\ntests:\n  in: [/blog/hello]\n',
  }),
  'tests/not-out': testRule<TestArgs>({
    severity: 'error',
    title: 'A page that should be out of scope is not',
    why: 'The crawl file says that this page does not belong to the crawl, and nothing keeps it out.',
    message: ({ url, because }) => `"${url}" is listed under "out", but is in scope: ${because}.`,
    help: ({ flip }) => flip,
    example:
      'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\ntests:\n  out: [/docs/internal/plan]\n',
  }),
}
