/** `.vscode/settings.json`, for the YAML extension: completion, hover and errors while typing. */
export const editorSettings = `{
  "yaml.schemas": {
    "./node_modules/crawlform/schema/crawl.schema.json": ["crawls/**/*.yaml"],
    "./node_modules/crawlform/schema/project.schema.json": ["crawlform.yaml"]
  }
}
`

/** `.vscode/extensions.json`, so that VS Code offers the extension without which the settings do nothing. */
export const editorExtensions = `{
  "recommendations": ["redhat.vscode-yaml"]
}
`
