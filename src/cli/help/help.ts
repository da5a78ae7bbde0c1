/**
 * Input: the declarations of the commands.
 * Output: help texts.
 * Must not know the code of a command, the project, or the terminal.
 */
import type { Style } from '../../render/render.ts'
import { groupBy } from '../../util/group-by.ts'
import { foldLines, padCells } from '../../util/text.ts'
import { declaredCommands, optionsOf, programExamples } from '../declarations/declarations.ts'
import type { DeclaredCommand, DeclaredOption } from '../declarations/declarations.ts'
import { describeSetting } from '../arguments/service-options.ts'

/** The width of paragraphs where no terminal sets one. */
const COLUMNS = 100

const MORE =
  'Run "crawlform help COMMAND" for the options of a command. Exit status: 0 success, 1 errors in the configuration, 2 the plan has changes, 3 disk, network or service failure, 4 failed submissions, 5 a crawl failed, 6 approval needed or plan out of date, 64 usage error, 70 bug, 130 interrupted.'

export function programHelp(style: Style): string {
  const width = Math.max(...declaredCommands.map(({ name }) => name.length))
  const line = ({ name, summary }: DeclaredCommand): string => `${padCells(name, width)}  ${summary}`
  const groups = groupBy(declaredCommands, ({ group }) => group)
  return paragraphs([
    ['crawlform: keep web crawls in git; validate, plan and apply them.'],
    section('Usage', ['crawlform <command> [options]'], style),
    ...[...groups].map(([title, commands]) => section(title, commands.map(line), style)),
    section('Options', optionLines(optionsOf(undefined)), style),
    section('Examples', programExamples, style),
    [paragraph(MORE, style)],
  ])
}

export function commandHelp(command: DeclaredCommand, style: Style): string {
  const { description, usage, options, examples } = command
  return paragraphs([
    [paragraph(description, style)],
    section('Usage', [`crawlform ${usage} [options]`], style),
    ...(options.length === 0 ? [] : [section('Options', optionLines(options), style)]),
    section('Global options', optionLines(optionsOf(undefined)), style),
    section('Examples', examples, style),
  ])
}

/** Returns a text in lines of a readable width. The stream folds it for a terminal. */
function paragraph(text: string, { columns }: Style): string {
  return columns === undefined ? foldLines(text, COLUMNS) : text
}

function paragraphs(parts: readonly (readonly string[])[]): string {
  return `${parts.map((part) => part.join('\n')).join('\n\n')}\n`
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return [style.bold(`${title}:`), ...lines.map((line) => `  ${line}`)]
}

function optionLines(options: readonly DeclaredOption[]): string[] {
  const rows = options.map((option) => ({
    left: option.usage.startsWith('--') ? `    ${option.usage}` : option.usage,
    right: describe(option),
  }))
  const width = Math.max(...rows.map(({ left }) => left.length))
  return rows.map(({ left, right }) => `${padCells(left, width)}  ${right}`)
}

function describe(option: DeclaredOption): string {
  const { description = '', choices, setting, repeatable, default: standard } = option
  return [
    setting === undefined ? description : describeSetting(setting, description),
    ...(choices === undefined ? [] : [`: ${choices.join(', ')}`]),
    ...(standard === undefined ? [] : [` (default: ${standard})`]),
    ...(repeatable === undefined ? [] : [' (repeatable)']),
  ].join('')
}
