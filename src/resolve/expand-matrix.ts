import { canonicalJson, isJsonObject, joinPointer } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { diagnose, type Diagnostic, type RuleArgs, type RuleId } from '../diagnostics/diagnostic.ts'
import type { CrawlSpec, MatrixSpec } from '../validate/crawl-spec.ts'

export interface MatrixCell {
  /** Values by axis, and by further names that `include` gives. */
  readonly values: JsonObject
  /** The `request` mappings of `include` entries that apply to this cell, in written order. */
  readonly overlays: readonly { readonly request: JsonObject; readonly pointer: JsonPointer }[]
}

const MOST_CELLS = 1000

/** Returns the cells of a crawl's matrix, undefined standing for a crawl without one; none if the matrix has a mistake. */
export function cellsOf(
  { matrix, document }: CrawlSpec,
  diagnostics: Diagnostic[],
): readonly (MatrixCell | undefined)[] {
  if (matrix === undefined) return [undefined]
  const report = <Id extends RuleId>(rule: Id, args: RuleArgs[Id], pointer: JsonPointer = '/matrix') => {
    const part = pointer === '/matrix' ? 'key' : 'value'
    diagnostics.push(diagnose(rule, args, document.locate(pointer, part)))
  }
  const count = countCombinations(matrix)
  if (count > MOST_CELLS) {
    report('resolve/too-many-cells', { cells: String(count), most: MOST_CELLS })
    return []
  }
  const repeated = repeatedValues(matrix)
  for (const { axis, index, value } of repeated)
    report(
      'resolve/repeated-value',
      { axis, value: JSON.stringify(value) },
      joinPointer('/matrix', axis, index),
    )
  if (repeated.length > 0) return []
  const cells = expandMatrix(matrix)
  for (const index of idleExcludes(matrix)) report('resolve/idle-exclude', {}, `/matrix/exclude/${index}`)
  if (cells.length === 0) report('resolve/empty-matrix', {})
  return cells
}

/** Returns how many combinations the axes alone have. Check this bound before expanding the matrix. */
export function countCombinations(matrix: MatrixSpec): number {
  const lists = Object.values(matrix.axes)
  const product = lists.reduce((total, values) => total * values.length, lists.length === 0 ? 0 : 1)
  return product + matrix.include.length
}

/**
 * Returns the cells of a matrix in written order, the last axis varying fastest. `include` and `exclude` work as in GitHub
 * Actions. `exclude` drops every combination that it matches. An `include` entry is added to each combination whose axis values
 * it does not change, or else becomes a new cell. Its `request` overlays the cells that it reaches.
 */
export function expandMatrix({ axes, include, exclude }: MatrixSpec): readonly MatrixCell[] {
  const axisNames = Object.keys(axes)
  let combinations: Record<string, Json>[] = axisNames.length === 0 ? [] : [{}]
  for (const [axis, values] of Object.entries(axes)) {
    combinations = combinations.flatMap((cell) => values.map((value) => ({ ...cell, [axis]: value })))
  }
  const kept = combinations.filter((cell) => !exclude.some((entry) => matches(cell, entry)))
  const cells = kept.map((axisValues) => ({
    axisValues,
    values: { ...axisValues },
    overlays: [] as Overlay[],
  }))
  const added: MatrixCell[] = []
  for (const [index, { request, ...values }] of include.entries()) {
    const overlays = isJsonObject(request) ? [{ request, pointer: `/matrix/include/${index}/request` }] : []
    const reached = cells.filter(({ axisValues }) => agrees(axisValues, values))
    if (reached.length === 0) added.push({ values, overlays })
    for (const cell of reached) {
      Object.assign(cell.values, values)
      cell.overlays.push(...overlays)
    }
  }
  return [...cells, ...added]
}

/** Returns values that occur earlier in the same axis, each with its place. */
function repeatedValues({ axes }: MatrixSpec): readonly { axis: string; index: number; value: Json }[] {
  return Object.entries(axes).flatMap(([axis, values]) =>
    values.flatMap((value, index) => (values.indexOf(value) < index ? [{ axis, index, value }] : [])),
  )
}

/** Returns the positions of `exclude` entries that no combination of the axes matches. */
function idleExcludes({ axes, exclude }: MatrixSpec): readonly number[] {
  return [...exclude.keys()].filter((index) =>
    Object.entries(exclude[index] ?? {}).some(
      ([axis, value]) => !(axes[axis] ?? []).some((known) => same(known, value)),
    ),
  )
}

type Overlay = MatrixCell['overlays'][number]

function matches(cell: JsonObject, entry: JsonObject): boolean {
  return Object.entries(entry).every(([axis, value]) => same(cell[axis], value))
}

/** Returns true when no value of `entry` would change one that the axes gave. */
function agrees(axisValues: JsonObject, entry: JsonObject): boolean {
  return Object.entries(entry).every(
    ([axis, value]) => !Object.hasOwn(axisValues, axis) || same(axisValues[axis], value),
  )
}

function same(a: Json | undefined, b: Json): boolean {
  return a !== undefined && canonicalJson(a) === canonicalJson(b)
}
