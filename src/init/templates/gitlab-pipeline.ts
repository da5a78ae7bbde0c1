/** GitLab CI: plan on a merge request, apply after the merge. The jobs are the component's. */
export const gitlabPipeline = `include:
  - local: .gitlab/crawlform.yml
    inputs:
      environment: production

# Variables to set for the project: FIRECRAWL_API_KEY (masked, protected), which only apply reads; and for a comment with the
# plan on merge requests GITLAB_TOKEN (masked), a project access token with the scope "api".
`
