import { diagnose } from '../diagnostics/catalogue.ts'
import { parseFile } from '../document/parse-file.ts'
import type { ProjectSpec } from '../validate/crawl-spec.ts'
import { validateProject } from '../validate/validate-project.ts'
import { startOf } from './find-crawl-files.ts'
import { PROJECT_FILE } from './find-root.ts'
import type { Loading } from './loading.ts'
import { LOCAL } from './select-environment.ts'

/** What a project without crawlform.yaml is. */
const NO_PROJECT_FILE: ProjectSpec = {
  document: undefined,
  crawls: ['crawls/**/*.yaml'],
  defaults: undefined,
  profiles: {},
  environments: { [LOCAL.name]: LOCAL },
  budget: undefined,
  rules: {},
}

const OTHER_NAME = 'crawlform.yml'

/** The project file, or what stands for it when there is none; not `ok` when it has errors. */
export function loadProjectFile(loading: Loading): { readonly ok: boolean; readonly spec: ProjectSpec } {
  const bytes = loading.files.read(PROJECT_FILE)
  if (bytes === 'missing' && loading.files.kind(OTHER_NAME) === 'file') {
    const args = { file: OTHER_NAME, pattern: PROJECT_FILE }
    loading.fatal.push(diagnose('project/other-extension', args, startOf(OTHER_NAME)))
  }
  if (bytes === 'missing' || bytes === 'outside') return { ok: true, spec: NO_PROJECT_FILE }
  const parsed = parseFile(PROJECT_FILE, bytes)
  loading.fatal.push(...parsed.diagnostics)
  const [document, second] = parsed.ok ? parsed.value : []
  if (document === undefined) {
    loading.sources.set(PROJECT_FILE, new TextDecoder().decode(bytes))
    return { ok: !parsed.diagnostics.length, spec: NO_PROJECT_FILE }
  }
  loading.sources.set(PROJECT_FILE, document.text)
  if (second !== undefined && parsed.ok) {
    const args = { count: parsed.value.length }
    loading.fatal.push(diagnose('project/several-documents', args, second.locate('')))
    return { ok: false, spec: NO_PROJECT_FILE }
  }
  const project = validateProject(document)
  loading.fatal.push(...project.diagnostics)
  return project.ok ? { ok: true, spec: project.value } : { ok: false, spec: NO_PROJECT_FILE }
}
