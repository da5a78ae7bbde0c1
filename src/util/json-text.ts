const NAME = 'json_text'

/** A POSIX shell function on one line, with sed and awk. It prints its argument escaped for the inside of a JSON string. */
export const JSON_TEXT_FUNCTION = String.raw`${NAME}() { printf '%s\n' "$1" | sed 's/["\\]/\\&/g' | awk '{ gsub(/\t/, "\\t"); gsub(/\r/, "\\r"); printf "%s%s", s, $0; s = "\\n" }'; }`

/** Returns shell text that puts a variable's value inside a JSON string. It fits a double-quoted or unquoted place of a command. */
export function jsonTextOf(variable: string): string {
  return `$(${NAME} "$${variable}")`
}

/** Matches a call that `jsonTextOf` made, at the start of a text; the group is the variable. */
export const JSON_TEXT_CALL = new RegExp(String.raw`^\$\(${NAME} "\$([A-Za-z_]\w*)"\)`)
