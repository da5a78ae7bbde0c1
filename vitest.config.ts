import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// npm says in the environment that it runs this; commands that crawlform proposes would begin with npx.
delete process.env['npm_command']

/**
 * Tests of rooms that know nothing of the process share processes, because loading the modules takes longer than most of
 * them. Not so what starts a browser, takes long, or looks at what is loaded.
 */
const pure = [
  'diagnostics,document,frontier,import,lint,load,migrate,plan,render,request,resolve,schema,scope,util,validate',
  'service/content,service/html,service/link,service/main,service/markdown,service/page-links,service/page-tree',
].map((rooms) => `test/{${rooms}}/**/!(*-browser|contract|lazy-packages).test.ts`)

export default defineConfig({
  test: {
    setupFiles: [path.join(import.meta.dirname, 'test/support/no-leak-warnings.ts')],
    env: {
      // Node 20 reads the named bundle at every start, which a suite that starts many processes would pay each time.
      NODE_EXTRA_CA_CERTS: '',
      NO_COLOR: '1',
      // What V8 compiled of the program is kept from start to start, which a third of the time of each goes into.
      XDG_CACHE_HOME: path.join(import.meta.dirname, 'node_modules/.cache/tests'),
    },
    // Many tests wait for processes that they start: with a worker a core, a third of the time no core had anything to do.
    maxWorkers: availableParallelism() + 1,
    // Only so that nothing hangs for ever: a busy machine may take ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // They run in the order of their names: short tests fill both cores while the last long ones end.
    projects: [
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: pure } },
      { extends: true, test: { name: 'together', include: pure, isolate: false } },
    ],
  },
})
