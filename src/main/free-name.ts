import { startOf } from '../shared/start-of'

/** Whether a name is taken: names that only differ in case would be mistaken for each other. */
export function isNameTaken(name: string, taken: readonly string[]): boolean {
  const folded = foldName(name)
  return taken.some((each) => foldName(each) === folded)
}

/** A name of at most so many characters that is not taken: "Librarian (2)". */
export function freeName(name: string, taken: readonly string[], limit: number): string {
  if (!isNameTaken(name, taken)) return name
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`
    const candidate = `${startOf(name, limit - suffix.length)}${suffix}`
    if (!isNameTaken(candidate, taken)) return candidate
  }
}

function foldName(name: string): string {
  return name.trim().normalize('NFKC').toLocaleLowerCase('en')
}
