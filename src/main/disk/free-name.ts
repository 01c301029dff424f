import { isSameName } from '../../shared/text/one-line'
import { startOf } from '../../shared/text/start-of'

/** Whether a name is taken, or another that would be mistaken for it. */
export function isNameTaken(name: string, taken: readonly string[]): boolean {
  return taken.some((each) => isSameName(each, name))
}

/** The names of all but one; what is in the trash takes none. */
export function namesInUse(
  all: readonly { readonly id: string; readonly name: string; readonly trashedAt: number | null }[],
  except?: string,
): string[] {
  return all.flatMap(({ id, name, trashedAt }) => (id === except || trashedAt !== null ? [] : [name]))
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
