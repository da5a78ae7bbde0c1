/** GitLab CI: plan on a merge request, apply after the merge. The jobs are the component's. */
export const gitlabPipeline = `include:
  - local: .gitlab/crawlform.yml
    inputs:
      environment: production
      # approval: manual # somebody must start each apply of a push
      # issue: '1' # gets a comment when pages changed or a crawl failed
      # pages: true # keeps the pages and the feed for an index as artifacts

# An environment of GitLab can hold the key, and ask for an approval before each run.
# crawlform-apply:
#   environment: production

# A pipeline schedule of the default branch submits the crawls that "refresh" makes due.

# Variables to set for the project: FIRECRAWL_API_KEY (masked, protected), which only apply reads; and for comments on merge
# requests and issues GITLAB_TOKEN (masked), a project access token with the scope "api".
`
