/** The library: what the command line is made of. The embedded service is an export of its own, `crawlform/service`. */
export { applyPlan, type ApplyDeps } from './apply/apply.ts'
export type { ApplyEvent, ApplyOutcome, ApplyResult } from './apply/apply-event.ts'
export type { WaitTarget } from './apply/wait-for-jobs.ts'
export { EnvironmentError } from './session/session-dependencies.ts'
export type { PendingOutcomes } from './session/pending-outcomes.ts'
export { ProjectError } from './session/project-error.ts'
export { openSession } from './session/session.ts'
export type {
  FollowSettings,
  PlanSettings,
  Session,
  SessionOptions,
  SubmitSettings,
} from './session/session.ts'
export { UnknownNameError } from './session/select-names.ts'
export { createCrawlClient, type CrawlClientOptions } from './client/client.ts'
export { ClientError } from './client/crawl-client.ts'
export type { Checked, Diagnostic, Fix, Place, RelatedPlace } from './diagnostics/diagnostic.ts'
export type { Severity } from './diagnostics/rule.ts'
export { TrackedLinkError } from './git/git.ts'
export { LoadError } from './load/disk-files.ts'
export { loadProject, type LoadedProject, type LoadOptions } from './load/load.ts'
export { ManifestError } from './manifest/manifest.ts'
export { migrateText, type MigratedText, type MigrateTextOptions } from './migrate/migrate-text.ts'
export { makePlan, type PlanInput } from './plan/make-plan.ts'
export type {
  Plan,
  PlanAction,
  PlannedChange,
  PlannedDifference,
  PlannedOrigin,
  PlanSummary,
} from './plan/plan.ts'
export { formatSavedPlan, parseSavedPlan, SavedPlanError } from './plan/saved-plan.ts'
export type {
  CrawlErrorsAnswer,
  CrawlStatusAnswer,
  JobStatus,
  PageDocument,
  PageMetadata,
} from './protocol/crawl-status.ts'
export { ansiStyle, plainStyle, type Style } from './render/render.ts'
export { renderDiagnosticsText } from './render/render-diagnostics-text.ts'
export { renderPlanMarkdown } from './render/render-plan-markdown.ts'
export { renderPlanText } from './render/render-plan-text.ts'
export type { Origin, Provenance, ResolvedSetting } from './resolve/resolved-crawl.ts'
export type { ResolvedCrawl } from './resolve/resolved-crawl.ts'
export type { CrawlFile } from './schema/crawl-file.gen.ts'
export type { ProjectFile } from './schema/project-file.gen.ts'
export type { CrawlRequestV1 } from './schema/request-v1.gen.ts'
export type { CrawlRequest } from './schema/request-v2.gen.ts'
export { compileScope } from './scope/compile-scope.ts'
export { ScopeError } from './scope/pattern/compile-pattern.ts'
export type { Scope, ScopeDecision, ScopeExplanation, ScopeSettings } from './scope/scope.ts'
export { scopeSettings } from './request/page-settings.ts'
export { openLocalBackend, type LocalBackendOptions } from './state/local-backend.ts'
export { StateError, type JobRecord, type JobResult, type RecordedState } from './state/state.ts'
export type { ReadState, StateBackend, StateToken } from './state/state.ts'
export { systemClock, type Clock } from './util/clock.ts'
export { ProxyError } from './util/network.ts'
