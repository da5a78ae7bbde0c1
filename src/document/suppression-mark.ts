/** What a comment that silences a rule contains: a file without it needs no further look. */
export const SUPPRESSION_MARK = 'crawlform-ignore'
