/** GitHub Actions: the plan on a pull request, applied when it is merged. */
export const githubWorkflow = `name: crawlform

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
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npx crawlform validate --format github
      # Needs no key: it compares with the branch that this one goes into.
      - run: npx crawlform plan --against "origin/$GITHUB_BASE_REF" --format markdown >> "$GITHUB_STEP_SUMMARY"

  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    # The record of submissions is a ref of this repository.
    permissions:
      contents: write
    concurrency: crawlform-apply
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npx crawlform apply --env production --yes
        env:
          FIRECRAWL_API_KEY: \${{ secrets.FIRECRAWL_API_KEY }}
`
