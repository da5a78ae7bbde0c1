import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// npm says in the environment that it runs this; commands that crawlform proposes would begin with npx.
delete process.env['npm_command']

/**
 * Tests of rooms that know nothing of the process share processes, because loading the modules takes longer than most of
 * them. Tests that start a browser or take long do not.
 */
const pure = [
  'diagnostics,document,frontier,import,lint,load,migrate,plan,render,request,resolve,schema,scope,util,validate',
  'service/content,service/main-content,service/markdown,service/page-links,service/page-tree',
].map((rooms) => `test/{${rooms}}/**/!(*-browser|contract).test.ts`)

export default defineConfig({
  test: {
    setupFiles: [path.join(import.meta.dirname, 'test/support/no-leak-warnings.ts')],
    env: {
      // Node 20 reads the named bundle at every start, and the suite starts many processes.
      NODE_EXTRA_CA_CERTS: '',
      NO_COLOR: '1',
    },
    // Many tests wait for processes that they start, so one worker per core would leave cores idle.
    maxWorkers: availableParallelism() + 1,
    // Only against hanging for ever: a busy machine may take ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Projects start in the order of their names: short tests fill both cores while the last long ones end.
    projects: [
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: pure } },
      { extends: true, test: { name: 'together', include: pure, isolate: false } },
    ],
  },
})
