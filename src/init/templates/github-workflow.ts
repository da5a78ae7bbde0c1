/** Returns the workflow for GitHub Actions: plan on a pull request, apply after the merge. `version` is crawlform's. */
export function githubWorkflow(version: string): string {
  return `name: crawlform

on:
  pull_request:
  push:
    branches: [main]

permissions:
  contents: read

jobs:
  plan:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write # for the comment with the plan
    concurrency:
      group: crawlform-plan-\${{ github.ref }}
      cancel-in-progress: true
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm install --no-save --no-audit --no-fund crawlform@${version}
      # Needs no key; a pull request from a fork is compared with the branch that it goes into.
      - uses: ./node_modules/crawlform
        with: { environment: production }

  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    permissions:
      contents: write # the record of submissions is a ref of this repository
    # One at a time; a run that waits is replaced by a newer one, which applies more.
    concurrency:
      group: crawlform-apply
      cancel-in-progress: false
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm install --no-save --no-audit --no-fund crawlform@${version}
      - uses: ./node_modules/crawlform
        with: { command: apply, environment: production }
        env:
          FIRECRAWL_API_KEY: \${{ secrets.FIRECRAWL_API_KEY }}
`
}
