import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import { serviceDefaults } from '../request/fill-defaults.ts'
import { DocumentLayer, type Layer } from './layer.ts'
import { mergeLayers } from './merge-layers.ts'
import { answers, entryPointer, LOCK_FILE, type PromptLock, type PromptQuestion } from './prompt-lock.ts'

export interface Prompted {
  /** Undefined for a crawl without a prompt. */
  readonly question: PromptQuestion | undefined
  /** The lock's answer. It is the weakest layer, because the service too prefers written settings over generated ones. */
  readonly answer: Layer | undefined
}

const NO_PROMPT: Prompted = { question: undefined, answer: undefined }

export interface AnswerContext {
  readonly lock?: PromptLock | undefined
  readonly ignoresLock?: boolean | undefined
  /** Finds a setting of the merged layers. */
  readonly locate: (pointer: JsonPointer) => Place
}

/**
 * Returns the prompt of the merged layers, and its answer in the lock. Warns if the lock lacks the crawl; reports an error if
 * the lock has it with another question.
 */
export function answerPrompt(
  name: string,
  layers: readonly Layer[],
  { lock, ignoresLock = false, locate }: AnswerContext,
  diagnostics: Diagnostic[],
): Prompted {
  const question = questionOf(layers)
  if (question === undefined) return NO_PROMPT
  if (ignoresLock) return { question, answer: undefined }
  const entries = lock?.entries ?? []
  const index = entries.findIndex((entry) => answers(entry, name, question))
  const entry = entries[index]
  if (lock !== undefined && entry !== undefined) {
    return { question, answer: lockLayer(lock, index) }
  }
  const outdated = entries.findIndex(({ crawl }) => crawl === name)
  const known = entries[outdated]
  if (lock === undefined || known === undefined) {
    diagnostics.push(diagnose('lock/missing', { crawl: name }, locate('/prompt')))
  } else {
    const change = known.url === question.url ? 'prompt' : 'start URL'
    const place = lock.document.locate(entryPointer(outdated))
    const related = [{ message: `locked here, in ${LOCK_FILE}`, place }]
    const at = locate(change === 'prompt' ? '/prompt' : '/url')
    diagnostics.push(diagnose('lock/outdated', { crawl: name, change }, at, { related }))
  }
  return { question, answer: undefined }
}

/** Returns the question of layers that hold a prompt. Most hold none, so they need not be merged. */
function questionOf(layers: readonly Layer[]): PromptQuestion | undefined {
  if (!layers.some(({ value }) => Object.hasOwn(value, 'prompt'))) return undefined
  const { url, prompt } = mergeLayers(layers, serviceDefaults)
  if (typeof url !== 'string' || typeof prompt !== 'string') return undefined
  // The service ignores an empty prompt, and validation refuses one with a secret.
  return prompt === '' || prompt.includes('${secret:') ? undefined : { url, prompt }
}

function lockLayer({ document, entries }: PromptLock, index: number): Layer {
  return new DocumentLayer({
    value: entries[index]?.options ?? {},
    document,
    base: `${entryPointer(index)}/options`,
    origin: { kind: 'prompt-lock' },
    // Settings that a service generated are plain text: a reference in them would be filled in while sending.
    references: new Map(),
    migrated: new Map(),
  })
}
