/** Returns `.vscode/settings.json`, for the YAML extension: completion, hover and errors while typing. */
export function editorSettings(schemas: string): string {
  return `{
  "yaml.schemas": {
    "./${schemas}/crawl.schema.json": ["crawls/**/*.yaml"],
    "./${schemas}/project.schema.json": ["crawlform.yaml"]
  }
}
`
}

/** `.vscode/extensions.json`, so that VS Code offers the extension without which the settings do nothing. */
export const editorExtensions = `{
  "recommendations": ["redhat.vscode-yaml"]
}
`
