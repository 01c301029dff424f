import type { ChangePreview } from '../../../shared/tool/preview'
import type { ContactsPlan } from '../module'
import type { PlanView, SeenContact, SeenLink } from './plan-view'

/** Links to those that go lead to the one that stays; what would link it to itself, or say the same twice, goes. */
export function linksMoved(
  view: PlanView,
  into: string,
  others: readonly SeenContact[],
): ContactsPlan['links'] {
  const gone = new Set(others.map(({ id }) => id))
  const moved = (id: string) => (gone.has(id) ? into : id)
  const said = new Set(
    view
      .links(into)
      .filter(({ from, to }) => !gone.has(from) && !gone.has(to))
      .map(wordsOf),
  )
  const links = new Map(others.flatMap(({ id }) => view.links(id)).map((link) => [link.id, link]))
  return [...links.values()].map(({ id, ...before }) => {
    const after = { ...before, from: moved(before.from), to: moved(before.to) }
    const words = wordsOf(after)
    if (after.from === after.to || said.has(words)) return { id, before, after: null }
    said.add(words)
    return { id, before, after }
  })
}

function wordsOf({ from, to, relation }: Pick<SeenLink, 'from' | 'to' | 'relation'>): string {
  return JSON.stringify([from, to, relation])
}

/**
 * What becomes of these links, as previews tell links: what comes to the one that stays, and what between the merged
 * ones goes. One that says what another says too is lost to nobody.
 */
export function linksInWords(
  view: PlanView,
  into: { readonly id: string; readonly name: string },
  others: readonly SeenContact[],
  links: ContactsPlan['links'],
): ChangePreview[] {
  const merged = new Set([into.id, ...others.map(({ id }) => id)])
  const formerName = (id: string) => view.find(id)?.name ?? id
  const nameOf = (id: string) => (id === into.id ? into.name : formerName(id))
  /** By whose link it is, so that each is named once. */
  const rows = new Map<string, Extract<ChangePreview, { kind: 'fields' }>['fields']>()
  const tell = (label: string, name: string, before: string | null, after: string | null): void => {
    rows.set(label, [...(rows.get(label) ?? []), { name, before, after }])
  }
  for (const { before, after } of links) {
    if (before === null) continue
    const { from, to, relation } = before
    if (after === null) {
      if (merged.has(from) && merged.has(to)) tell(formerName(from), relation, formerName(to), null)
    } else if (after.from === from) tell(nameOf(from), relation, formerName(to), into.name)
    else tell(into.name, relation, null, nameOf(after.to))
  }
  return [...rows].map(([label, fields]) => ({ kind: 'fields', label, fields }))
}
