// The hosted service's list. Not in it, so crawled: pdf, docx, xml, tar.gz, webm.
const SKIPPED: ReadonlySet<string> = new Set(
  'png jpg jpeg gif css js ico svg tiff zip exe dmg mp4 mp3 wav pptx xlsx avi flv woff ttf woff2 webp inc'.split(
    ' ',
  ),
)

/**
 * Returns the file extension for which a path is not a page, or undefined. Letter case counts, as it does in the
 * service.
 */
export function skippedFileType(path: string): string | undefined {
  const dot = path.lastIndexOf('.')
  const extension = path.slice(dot + 1)
  return dot !== -1 && SKIPPED.has(extension) ? extension : undefined
}
