/** The versions of the API that crawl files are written for; version 0 is only imported. */
export type ApiVersion = 1 | 2
