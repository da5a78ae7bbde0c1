/** The file name under which diagnostics show `--set` options; line N is the Nth option. */
export const OPTION_FILE = '--set'
