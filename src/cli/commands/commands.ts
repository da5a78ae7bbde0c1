/**
 * Input: the name of a declared command.
 * Output: its code, loaded only when it was chosen.
 * Must not know how a command line is parsed and checked.
 */
import type { LoadedCommand } from '../arguments/command.ts'
import type { CommandName } from '../declarations/declarations.ts'

type Loaders = { readonly [Name in CommandName]: () => Promise<LoadedCommand<Name>> }

export const commandLoaders: Loaders = {
  init: () => import('./init.ts'),
  try: () => import('./try.ts'),
  import: () => import('./import.ts'),
  validate: () => import('./validate.ts'),
  test: () => import('./test.ts'),
  explain: () => import('./explain.ts'),
  preview: () => import('./preview.ts'),
  explore: () => import('./explore.ts'),
  render: () => import('./render.ts'),
  plan: () => import('./plan.ts'),
  apply: () => import('./apply.ts'),
  status: () => import('./status.ts'),
  board: () => import('./board.ts'),
  wait: () => import('./wait.ts'),
  results: () => import('./results.ts'),
  changes: () => import('./changes.ts'),
  cancel: () => import('./cancel.ts'),
  state: () => import('./state.ts'),
  migrate: () => import('./migrate.ts'),
  lock: () => import('./lock.ts'),
  serve: () => import('./serve.ts'),
  comment: () => import('./comment.ts'),
  lsp: () => import('./lsp.ts'),
  completion: () => import('./completion.ts'),
  help: () => import('./help.ts'),
  version: () => import('./version.ts'),
}
