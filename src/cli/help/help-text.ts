import type { Style } from '../../render/render.ts'
import { padCells } from '../../util/text-width.ts'
import type { Command, CommandEntry, OptionSpec } from '../arguments/command.ts'

const MORE = [
  "Run crawlform <command> --help for a command's options. Exit status: 0 fine, 1 configuration has errors,",
  '2 plan has changes, 3 disk, network or service failed, 4 submissions failed, 5 a crawl failed, 6 approval',
  'needed or plan out of date, 64 wrong usage, 70 a bug, 130 interrupted.',
].join('\n')

/** Returns the text of `crawlform --help`. */
export function globalHelp(
  commands: Readonly<Record<string, CommandEntry>>,
  options: readonly OptionSpec[],
  style: Style,
): string {
  return paragraphs([
    ['crawlform: web crawls kept in git, validated, planned and applied.'],
    section('Usage', ['crawlform <command> [options]'], style),
    section(
      'Commands',
      aligned(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
      style,
    ),
    section('Options', optionLines(options), style),
    section(
      'Examples',
      [
        'crawlform validate',
        'crawlform plan',
        'crawlform apply --wait --output pages',
        'crawlform explain docs https://docs.example.com/en/start',
      ],
      style,
    ),
    [paragraph(MORE, style)],
  ])
}

/** Returns the text of `crawlform COMMAND --help`. */
export function commandHelp(command: Command, globalOptions: readonly OptionSpec[], style: Style): string {
  return paragraphs([
    [paragraph(command.description, style)],
    section('Usage', [`crawlform ${command.usage} [options]`], style),
    ...(command.options.length === 0 ? [] : [section('Options', optionLines(command.options), style)]),
    section('For every command', optionLines(globalOptions), style),
    section('Examples', command.examples, style),
  ])
}

/** Returns a paragraph as it is, or, where lines have to fit, as one line, which is then folded. Indented lines stay. */
function paragraph(text: string, { columns }: Style): string {
  return columns === undefined ? text : text.replaceAll(/(?<!\n {2}.*)\n(?! )/g, ' ')
}

function paragraphs(parts: readonly (readonly string[])[]): string {
  return `${parts.map((part) => part.join('\n')).join('\n\n')}\n`
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return [style.bold(`${title}:`), ...lines.map((line) => `  ${line}`)]
}

function optionLines(options: readonly OptionSpec[]): string[] {
  return aligned(
    options.map(({ flags, description, choices }) => [
      flags.startsWith('-') && !flags.startsWith('--') ? flags : `    ${flags}`,
      choices === undefined ? description : `${description} (${choices.join(', ')})`,
    ]),
  )
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${padCells(left, width)}  ${right}`)
}
