/** GitLab CI: the plan on a merge request, applied when it is merged. */
export const gitlabPipeline = `crawlform-plan:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  variables:
    GIT_DEPTH: 0
  script:
    - npx crawlform validate
    # Needs no key: it compares with the branch that this one goes into.
    - git fetch origin "$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"
    - npx crawlform plan --against FETCH_HEAD

crawlform-apply:
  image: node:22
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  # One at a time. FIRECRAWL_API_KEY is a masked variable of the project.
  resource_group: crawlform
  script:
    - npx crawlform apply --env production --yes
`
