import type { Document } from '../../shared/contract/document'

type Titled = Pick<Document, 'id' | 'title' | 'source' | 'shownSource'>

/**
 * What tells documents of the same title apart, by id: the file's name, with as many of its folders as it takes, or the
 * whole address. Nothing for a title that only one has, or where all come from places that are called alike.
 */
export function toldApart(documents: readonly Titled[]): ReadonlyMap<string, string> {
  const told = new Map<string, string>()
  for (const same of Map.groupBy(documents, ({ title }) => title).values()) {
    if (same.length === 1) continue
    const ends = same.map((document) => ({ id: document.id, ends: endsOf(document) }))
    const times = new Map<string, number>()
    for (const end of ends.flatMap((each) => each.ends)) times.set(end, (times.get(end) ?? 0) + 1)
    for (const each of ends) {
      const own = each.ends.find((end) => times.get(end) === 1)
      if (own !== undefined) told.set(each.id, own)
    }
  }
  return told
}

/** The ends of a path from its last part to the whole; an address only whole. */
function endsOf({ source, shownSource = source }: Titled): readonly string[] {
  if (/^https?:/i.test(shownSource)) return [shownSource]
  const parts = shownSource.split(/[/\\]/).filter((part) => part !== '')
  return parts.map((_, at) => parts.slice(parts.length - 1 - at).join('/'))
}
