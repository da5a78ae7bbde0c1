/** Every comment that silences a rule contains this; a file without it needs no further look. */
export const SUPPRESSION_MARK = 'crawlform-ignore'
