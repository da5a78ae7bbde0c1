const NAME = 'json_text'

/**
 * A line of POSIX shell: a function that prints its argument as it stands between the quotes of a JSON text. Quotes,
 * backslashes, line feeds, tabs and carriage returns are escaped, with sed and awk alone.
 */
export const JSON_TEXT_FUNCTION = String.raw`${NAME}() { printf '%s\n' "$1" | sed 's/["\\]/\\&/g' | awk '{ gsub(/\t/, "\\t"); gsub(/\r/, "\\r"); printf "%s%s", s, $0; s = "\\n" }'; }`

/** Returns the value of a shell variable inside a JSON text, for a double-quoted or unquoted place of a command. */
export function jsonTextOf(variable: string): string {
  return `$(${NAME} "$${variable}")`
}

/** A call that `jsonTextOf` made, at the beginning of a text; the group is the variable. */
export const JSON_TEXT_CALL = new RegExp(String.raw`^\$\(${NAME} "\$([A-Za-z_]\w*)"\)`)
