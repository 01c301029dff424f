/** Whether another one has this name. Main folds names the same way and has the last word. */
export function isNameTaken(
  name: string,
  id: string | null,
  all: readonly { readonly id: string; readonly name: string; readonly trashedAt: number | null }[],
): boolean {
  const fold = (text: string) => text.trim().normalize('NFKC').toLocaleLowerCase('en')
  return all.some((other) => other.id !== id && other.trashedAt === null && fold(other.name) === fold(name))
}
