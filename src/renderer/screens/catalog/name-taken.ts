import { isSameName } from '../../../shared/text/one-line'

/** Whether another one has this name. Main has the last word. */
export function isNameTaken(
  name: string,
  id: string | null,
  all: readonly { readonly id: string; readonly name: string; readonly trashedAt: number | null }[],
): boolean {
  return all.some((other) => other.id !== id && other.trashedAt === null && isSameName(other.name, name))
}
