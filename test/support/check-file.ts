import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { parseFile } from '../../src/document/document.ts'
import type { SourceDocument } from '../../src/document/source-document.ts'
import { checkRequest } from '../../src/validate/explain-errors.ts'
import { validateCrawl } from '../../src/validate/validate.ts'
import { validateProject } from '../../src/validate/validate-project.ts'

/**
 * Everything the document and validate rooms say of one file that needs no other. A request that is complete as written is
 * checked as a whole too, as it is after resolution.
 */
export function checkFile(file: string, bytes: Uint8Array): readonly Diagnostic[] {
  const parsed = parseFile(file, bytes)
  if (!parsed.ok) return parsed.diagnostics
  const isProject = parsed.value[0]?.text.startsWith('# crawlform.yaml') ?? false
  return parsed.value.flatMap((document) =>
    isProject ? validateProject(document).diagnostics : checkCrawl(document),
  )
}

function checkCrawl(document: SourceDocument): readonly Diagnostic[] {
  const crawl = validateCrawl(document)
  if (!crawl.ok || crawl.value.version === 1) return crawl.diagnostics
  const { request } = crawl.value
  if (/\$\{|"(?:append|prepend|remove)":/.test(JSON.stringify(request))) return crawl.diagnostics
  const more = checkRequest(request, {
    locate: (pointer, part) => document.locate(`/request${pointer}`, part),
  })
  return [...crawl.diagnostics, ...more]
}
