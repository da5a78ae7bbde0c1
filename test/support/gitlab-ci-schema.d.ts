declare module 'gitlab-ci-local/src/schema/schema.js' {
  /** The schema that GitLab publishes for its editor. */
  export const schema: object
}
