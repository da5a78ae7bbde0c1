/** Returns the SVG of a terminal in which the built program of the checkout `root` was run. */
export function terminalPicture(options: { readonly root: string }): Promise<string>
