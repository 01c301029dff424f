/** An id that no row has. */
export function nextRowId(rows: readonly { readonly id: number }[]): number {
  return Math.max(-1, ...rows.map(({ id }) => id)) + 1
}
