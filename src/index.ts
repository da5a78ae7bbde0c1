export type { Diagnostic } from './diagnostics/diagnostic.ts'
