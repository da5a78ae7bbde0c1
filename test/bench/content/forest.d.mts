interface Blocks {
  readonly rows: Float32Array
  readonly width: number
  readonly labels: Float32Array
  readonly weights: Float64Array
  readonly pages: Int32Array
}

export function trainForest(blocks: Blocks, settings: Readonly<Record<string, number>>): unknown[]
