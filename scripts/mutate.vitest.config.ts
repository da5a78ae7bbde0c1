import { defineConfig } from 'vitest/config'

// For npm run mutate, which names the tests.
export default defineConfig({
  test: { include: (process.env['MUTATE_TESTS'] ?? '').split(' '), testTimeout: 60_000 },
})
