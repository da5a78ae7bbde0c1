/** An entry of the service's log. Holds no page content, no header and no key. */
export type ServiceEvent =
  | { readonly type: 'started'; readonly url: string }
  | { readonly type: 'stopped' }
  | { readonly type: 'job-started'; readonly job: string; readonly url: string }
  | { readonly type: 'job-resumed'; readonly job: string; readonly url: string }
  | {
      readonly type: 'job-ended'
      readonly job: string
      readonly status: string
      readonly completed: number
      readonly failed: number
      readonly error?: string
    }
  | { readonly type: 'page-failed'; readonly job: string; readonly url: string; readonly code: string }
  | {
      readonly type: 'webhook-failed'
      readonly job: string
      readonly event: string
      readonly attempt: number
      readonly error: string
    }
  | { readonly type: 'fault'; readonly error: string }
