/**
 * Returns a text that is equal for all names that some file system takes for the same: APFS and ext4 fold `ß` and `ss`, and
 * ignore characters that are not shown. It takes more names for equal than any of them, which does no harm.
 */
export function foldName(name: string): string {
  const bare = name.normalize('NFKD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  // A capital sharp s has only a small letter, and a small one only capitals.
  return bare.toLowerCase().toUpperCase().normalize('NFKD')
}
