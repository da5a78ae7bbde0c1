import type { Plan } from '../../plan/plan.ts'
import { renderPlannedEvent } from '../../render/render-apply-event.ts'
import type { Host } from '../process/host.ts'
import type { Options } from '../arguments/options.ts'
import { keepsFormat } from './output.ts'

/** The lines of `--format ndjson`: printed as they come, and kept if a report wants them. */
export class EventLines {
  readonly #kept: string[] = []
  readonly #host: Host
  readonly #prints: boolean
  readonly #keeps: boolean

  constructor(host: Host, options: Options, plan: Plan) {
    this.#host = host
    this.#prints = options.text('format') === 'ndjson'
    this.#keeps = keepsFormat(options, 'ndjson')
    this.add(renderPlannedEvent(plan))
  }

  add(line: string): void {
    if (this.#prints) this.#host.stdout.write(line)
    if (this.#keeps) this.#kept.push(line)
  }

  text(): string {
    return this.#kept.join('')
  }
}
