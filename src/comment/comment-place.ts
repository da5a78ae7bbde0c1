import { isJsonObject, type Json, type JsonObject, objectOf } from '../util/json.ts'

/** The pull request, merge request or issue that gets the comment, as its server's API names it. */
export interface CommentPlace {
  /** `pull request 12 of owner/name`. */
  readonly description: string
  readonly firstPageUrl: string
  readonly commentsUrl: string
  readonly commentUrl: (id: number) => string
  readonly updateMethod: 'PATCH' | 'PUT'
  /** Whom the token belongs to. */
  readonly selfUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly mostCharacters: number
  readonly authorOf: (comment: JsonObject) => JsonObject | undefined
  /** What to do when the token does not work. */
  readonly advice: string
}

export type FoundPlace =
  | { readonly ok: true; readonly place: CommentPlace }
  | { readonly ok: false; readonly message: string; readonly help: string }

/**
 * Returns the issue with this number, or else the pull or merge request that a CI job runs for. `variables` are those of the
 * job, as GitHub Actions and GitLab CI/CD document them. `readEvent` reads the event that started the workflow, which is in the
 * file GITHUB_EVENT_PATH.
 */
export function findCommentPlace(
  variables: Variables,
  readEvent: (file: string) => Json | undefined,
  issue?: number,
): FoundPlace {
  if (variables['GITLAB_CI'] === 'true') return onGitlab(variables, issue)
  if (variables['GITHUB_ACTIONS'] === 'true') return onGithub(variables, readEvent, issue)
  return notFound(
    'Not running in GitHub Actions or GitLab CI, so there is no pull or merge request.',
    'Run it in a workflow; elsewhere "crawlform plan --format markdown" prints the text.',
  )
}

function notFound(message: string, help: string): FoundPlace {
  return { ok: false, message, help }
}

type Variables = Readonly<Record<string, string | undefined>>

function onGithub(
  variables: Variables,
  readEvent: (file: string) => Json | undefined,
  issue: number | undefined,
): FoundPlace {
  const event = readEvent(variables['GITHUB_EVENT_PATH'] ?? '')
  const pull = isJsonObject(event) ? event['pull_request'] : undefined
  const number = issue ?? (isJsonObject(pull) ? pull['number'] : undefined)
  const [kind, permission] = issue === undefined ? ['pull request', 'pull-requests'] : ['issue', 'issues']
  const repository = variables['GITHUB_REPOSITORY'] ?? ''
  if (typeof number !== 'number' || repository === '') {
    return notFound(
      'This workflow was not started by a pull request.',
      'Comment in jobs with "if: github.event_name == \'pull_request\'".',
    )
  }
  const token = variables['GITHUB_TOKEN'] ?? ''
  if (token === '') {
    return notFound(
      `GITHUB_TOKEN is not set, so nothing can be written to the ${kind}.`,
      `Give the step "env: { GITHUB_TOKEN: \${{ github.token }} }" and the job "permissions: { ${permission}: write }".`,
    )
  }
  const api = `${(variables['GITHUB_API_URL'] ?? 'https://api.github.com').replace(/\/+$/, '')}/repos/${repository}`
  return {
    ok: true,
    place: {
      description: `${kind} ${number} of ${repository}`,
      firstPageUrl: `${api}/issues/${number}/comments?per_page=100`,
      commentsUrl: `${api}/issues/${number}/comments`,
      commentUrl: (id) => `${api}/issues/comments/${id}`,
      updateMethod: 'PATCH',
      selfUrl: `${api.slice(0, api.indexOf('/repos/'))}/user`,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
      },
      mostCharacters: 65_536,
      authorOf: (comment) => objectOf(comment['user']),
      advice: `The job needs "permissions: { ${permission}: write }"; pull requests from forks get no token with write access.`,
    },
  }
}

function onGitlab(variables: Variables, issue: number | undefined): FoundPlace {
  const api = (variables['CI_API_V4_URL'] ?? '').replace(/\/+$/, '')
  const [kind, folder] = issue === undefined ? ['merge request', 'merge_requests'] : ['issue', 'issues']
  const project = variables[issue === undefined ? 'CI_MERGE_REQUEST_PROJECT_ID' : 'CI_PROJECT_ID'] ?? ''
  const number = issue === undefined ? (variables['CI_MERGE_REQUEST_IID'] ?? '') : String(issue)
  if (api === '' || project === '' || number === '') {
    return notFound(
      'This pipeline was not started by a merge request.',
      'Comment in jobs with "rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }]".',
    )
  }
  const token = variables['GITLAB_TOKEN'] ?? ''
  if (token === '') {
    return notFound(
      `GITLAB_TOKEN is not set, so nothing can be written to the ${kind}.`,
      'Set it as a masked variable: a project access token with the scope "api"; CI_JOB_TOKEN cannot write comments.',
    )
  }
  const notes = `${api}/projects/${encodeURIComponent(project)}/${folder}/${encodeURIComponent(number)}/notes`
  return {
    ok: true,
    place: {
      description: `${kind} ${number} of project ${project}`,
      firstPageUrl: `${notes}?per_page=100&order_by=created_at&sort=asc`,
      commentsUrl: notes,
      commentUrl: (id) => `${notes}/${id}`,
      updateMethod: 'PUT',
      selfUrl: `${api}/user`,
      headers: { accept: 'application/json', 'private-token': token },
      mostCharacters: 1_000_000,
      authorOf: (comment) => objectOf(comment['author']),
      advice: 'GITLAB_TOKEN must be a token of this project with the scope "api".',
    },
  }
}
