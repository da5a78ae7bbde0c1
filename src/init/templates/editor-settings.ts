/** `.vscode/settings.json`, for the YAML extension: completion, hover and errors while typing. */
export const editorSettings = `{
  "yaml.schemas": {
    "./node_modules/crawlform/schema/crawl.schema.json": ["crawls/**/*.yaml"],
    "./node_modules/crawlform/schema/project.schema.json": ["crawlform.yaml"]
  }
}
`
