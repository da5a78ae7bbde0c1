import { execFileSync } from 'node:child_process'
import path from 'node:path'

const further = (process.env['CRAWLFORM_NODES'] ?? '').split(path.delimiter).filter((name) => name !== '')

/** The Node that runs this, and those that CRAWLFORM_NODES names, separated as in PATH. .ci/run installs some for it. */
export const nodePrograms = [process.execPath, ...further].map((node) => ({
  node,
  version: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
}))
