/** How the workflow gets crawlform: from the project's lock file, or as this version. */
export type CrawlformSource = 'lock file' | { readonly version: string }

/** Returns the workflow for GitHub Actions, which plans pull requests and applies merges. */
export function githubWorkflow(source: CrawlformSource): string {
  const version =
    source === 'lock file' ? '' : `\nenv:\n  CRAWLFORM_VERSION: ${source.version} # written only here\n`
  const install =
    source === 'lock file'
      ? '- run: npm ci'
      : '- run: npm install --no-save --no-audit --no-fund "crawlform@$CRAWLFORM_VERSION"'
  return `name: crawlform

on:
  pull_request:
    paths: [crawlform.yaml, 'crawls/**', crawls.lock.json, .github/workflows/crawlform.yml]
  push:
    branches: [main]
    paths: [crawlform.yaml, 'crawls/**', crawls.lock.json, .github/workflows/crawlform.yml]
  schedule: [{ cron: '15 3 * * *' }] # submits the crawls that "refresh" makes due
  workflow_dispatch: # the same, started by hand

permissions:
  contents: read
${version}
jobs:
  plan:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read
      pull-requests: write # for the comment with the plan
    concurrency:
      group: crawlform-plan-\${{ github.ref }}
      cancel-in-progress: true
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-node@v7
        with: { node-version: 24 }
      ${install}
      # Needs no key. A pull request from a fork is compared with its target branch.
      - uses: ./node_modules/crawlform
        with: { environment: production }

  apply:
    if: github.ref == 'refs/heads/main'
    runs-on: ubuntu-latest
    timeout-minutes: 60 # more than the timeout of the last step
    # An environment of GitHub can hold the key, and ask for an approval before each run.
    # environment: production
    permissions:
      contents: write # the record of submissions is a ref of this repository
      # issues: write # for the comment on an issue
    # One run at a time. A newer run replaces a waiting one, because it applies more.
    concurrency:
      group: crawlform-apply
      cancel-in-progress: false
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-node@v7
        with: { node-version: 24 }
      ${install}
      # Fails when a crawl fails or misses what its file expects. "wait: false" only submits.
      - uses: ./node_modules/crawlform
        with:
          command: apply
          environment: production
          timeout: 50m
          # issue: 1 # gets a comment when pages changed or a crawl failed
          # pages: crawlform-pages # an artifact with the pages and the feed for an index
        env:
          FIRECRAWL_API_KEY: \${{ secrets.FIRECRAWL_API_KEY }}
`
}
