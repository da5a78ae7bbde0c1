// The hosted service's list. Not in it, so crawled: pdf, docx, xml, tar.gz, webm.
const SKIPPED =
  'png jpg jpeg gif css js ico svg tiff zip exe dmg mp4 mp3 wav pptx xlsx avi flv woff ttf woff2 webp inc'
let skipped: ReadonlySet<string> | undefined

/**
 * Returns the file extension for which a path is not a page, or undefined. Letter case counts, as it does in the
 * service.
 */
export function skippedFileType(path: string): string | undefined {
  const dot = path.lastIndexOf('.')
  // No listed extension is longer than five characters.
  if (dot === -1 || path.length - dot > 6) return undefined
  const extension = path.slice(dot + 1)
  // Made when first needed; most runs never need it.
  skipped ??= new Set(SKIPPED.split(' '))
  return skipped.has(extension) ? extension : undefined
}
