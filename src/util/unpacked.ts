import zlib from 'node:zlib'

/** Tells whether deflated data begins like a zlib stream (RFC 1950 section 2.2). Some servers send raw deflate. */
export function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

type Unpack = typeof zlib.gunzipSync

/** Registered content codings; undefined if not read. None is asked for, but some proxies pack every answer. */
const UNPACK: Readonly<Record<string, Unpack | undefined>> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: (bytes, options) =>
    isZlib(bytes as Buffer) ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options),
  br: zlib.brotliDecompressSync,
  // Node has it from 22.15 on.
  zstd: (zlib as { zstdDecompressSync?: Unpack }).zstdDecompressSync,
  compress: undefined,
}

/** Returns `bytes` without the codings of `labels`. Servers also send labels that are no codings, such as `utf-8`. */
export function unpacked(bytes: Buffer, labels: string, maxOutputLength: number): Buffer {
  let packed = bytes
  for (const coding of labels.toLowerCase().split(/[ ,]+/).reverse()) {
    if (packed.length === 0 || !Object.hasOwn(UNPACK, coding)) continue
    const unpack = UNPACK[coding]
    if (unpack === undefined)
      throw new Error(`the server packs its answers as "${coding}", which is not read: switch that off there`)
    packed = unpack(packed, { maxOutputLength })
  }
  return packed
}
