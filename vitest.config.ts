import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// An installer says in the environment that it runs this; commands that crawlform proposes would begin with its name.
delete process.env['npm_command']
delete process.env['npm_config_user_agent']
// A hook of git that runs this must not lead the git of tests to its own repository.
for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name]

/** Files of more than ten seconds. They start first, so that short ones fill both cores while the last long ones end. */
const long = [
  'apply/fault-campaign,campaigns/campaigns,campaigns/canaries,ci/action,ci/component,ci/schedule,cli/changes',
  'cli/killed-delivery,cli/paused-job,cli/process,cli/random-delays,cli/state-backends,cli/transcripts,docs/documents',
  'docs/nightly-deliveries,docs/search-index,explore/explorer-browser,package/{installers,package,windows},render/plan-html-browser,request/contract,schema/drift',
  'service/browser/browser,service/content/hostile-html,service/content/read-csv,service/engine/workers',
  'service/file-bombs,service/full-disk,service/large-files,service/large-pages,service/markdown/nasty-pages',
  'service/ui/ui-browser,state/git-backend,git/safe-command',
].map((files) => `test/{${files}}.test.ts`)

export default defineConfig({
  test: {
    setupFiles: [path.join(import.meta.dirname, 'test/support/no-leak-warnings.ts')],
    env: {
      // Node 20 reads the named bundle at every start, and the suite starts many processes.
      NODE_EXTRA_CA_CERTS: '',
      // Installers that a test starts need it.
      CRAWLFORM_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] ?? '',
      NO_COLOR: '1',
      // No settings of this machine, such as signed commits.
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    },
    // Many tests wait for processes, polls and deadlines, so one worker per core would leave cores idle.
    maxWorkers: availableParallelism() + 2,
    // Loading the modules takes longer than most files, so that files share processes.
    isolate: false,
    // Only against hanging for ever: a busy machine may take ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Projects start in the order of their names.
    projects: [
      { extends: true, test: { name: 'long', include: long } },
      { extends: true, test: { name: 'short', include: ['test/**/*.test.ts'], exclude: long } },
    ],
  },
})
