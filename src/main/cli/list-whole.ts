/** Lines that are asked for at once. */
const pageLines = 100
/** So many are opened at once: each may be as large as what it writes, and all of them pass one socket. */
const openedAtOnce = 4

/** Every line of a list that is told in pages, newest first, however long it is. */
export async function everyLine<Line extends { readonly number: number }>(
  page: (query: { readonly limit: number; readonly before?: number }) => Promise<readonly Line[]>,
): Promise<Line[]> {
  const lines: Line[] = []
  while (true) {
    const last = lines.at(-1)
    const more = await page({ limit: pageLines, ...(last === undefined ? {} : { before: last.number }) })
    lines.push(...more)
    if (more.length < pageLines) return lines
  }
}

/** What lines stand for, opened one by one: all together could be more than a message holds. */
export async function openedLines<Whole>(
  lines: readonly { readonly id: string }[],
  open: (query: { readonly id: string }) => Promise<Whole>,
): Promise<Whole[]> {
  const whole: Whole[] = []
  for (let from = 0; from < lines.length; from += openedAtOnce) {
    whole.push(...(await Promise.all(lines.slice(from, from + openedAtOnce).map(({ id }) => open({ id })))))
  }
  return whole
}
