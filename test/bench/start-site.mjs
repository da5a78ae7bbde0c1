import { spawn } from 'node:child_process'
import path from 'node:path'

/** Starts a synthetic site of so many pages in a process of its own. Returns its URL and what ends it. */
export async function startSite(pages, latency, port, ...more) {
  const server = spawn(
    process.execPath,
    [
      path.join(import.meta.dirname, 'site-server.mjs'),
      '--pages',
      pages,
      '--latency',
      latency,
      '--port',
      String(port),
      ...more,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise((resolve) => server.stdout.once('data', resolve))
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.kill() }
}
