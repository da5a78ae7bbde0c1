import type { Cli } from '../arguments/command.ts'
import type { Plan } from '../../plan/plan.ts'
import { renderPlannedEvent } from '../../render/render-apply.ts'
import { keepsFormat } from './output.ts'

/** The lines of `--format ndjson`: printed as they come, and kept if a report wants them. */
export class EventLines {
  readonly #kept: string[] = []
  readonly #cli: Cli
  readonly #prints: boolean
  readonly #keeps: boolean

  constructor(cli: Cli, plan: Plan) {
    this.#cli = cli
    this.#prints = cli.options.text('format') === 'ndjson'
    this.#keeps = keepsFormat(cli.options, 'ndjson')
    this.add(renderPlannedEvent(plan))
  }

  add(line: string): void {
    if (this.#prints) this.#cli.stdout.write(line)
    if (this.#keeps) this.#kept.push(line)
  }

  text(): string {
    return this.#kept.join('')
  }
}
