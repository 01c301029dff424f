/** Adds a list to the end of another, however long it is: a call takes no more than some hundred thousand arguments. */
export function appendAll<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each)
}
