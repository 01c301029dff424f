import type { Proposal } from '../../shared/contract/changes'
import type { Choice } from '../../shared/tool/choice'

/** A part of a proposal that can be left out, as text: `3` for an item, `0.2` for a hunk or a field of a change. */
export type PartKey = string

/** The key of a hunk or a field. */
export function partKey(change: number, place: number): PartKey {
  return `${change}.${place}`
}

/** Every part that a proposal can be approved by, in the order in which it is shown. */
export function partsOf({ chooseBy, preview }: Pick<Proposal, 'chooseBy' | 'preview'>): readonly PartKey[] {
  switch (chooseBy) {
    case null:
      return []
    case 'items':
      return preview.changes.map((_, change) => String(change))
    case 'hunks':
      return preview.changes.flatMap((shown, change) =>
        // Of a diff that is cut there are places that nobody has seen: it is all or nothing.
        shown.kind === 'text' && !shown.truncated ? shown.hunks.map((_, hunk) => partKey(change, hunk)) : [],
      )
    case 'fields':
      return preview.changes.flatMap((shown, change) =>
        shown.kind === 'fields' ? shown.fields.map((_, field) => partKey(change, field)) : [],
      )
  }
}

/** The choice that leaves out the given parts; undefined when it leaves out none. */
export function choiceWithout(
  proposal: Pick<Proposal, 'chooseBy' | 'preview'>,
  leftOut: ReadonlySet<PartKey>,
): Choice | undefined {
  if (leftOut.size === 0) return undefined
  const parts = partsOf(proposal)
  const kept = parts.filter((part) => !leftOut.has(part))
  if (proposal.chooseBy === null || kept.length === parts.length) return undefined
  if (proposal.chooseBy === 'items') return { items: kept.map(Number) }
  const places = kept
    .map((part) => part.split('.').map(Number))
    .map(([change = 0, place = 0]) => ({ change, place }))
  return proposal.chooseBy === 'hunks'
    ? { hunks: places.map(({ change, place }) => ({ change, hunk: place })) }
    : { fields: places.map(({ change, place }) => ({ change, field: place })) }
}

/**
 * The whole text that a person may edit before approving; undefined where the page does not have all of it.
 * A preview keeps only the beginning of a long text; the call itself has the rest.
 */
export function editableContent(
  proposal: Pick<Proposal, 'editable' | 'preview' | 'input'>,
): string | undefined {
  const [change] = proposal.preview.changes
  if (!proposal.editable || change?.kind !== 'text' || change.content === undefined) return undefined
  if (!change.truncated) return change.content
  const { input } = proposal
  const whole = typeof input === 'object' && input !== null && 'content' in input ? input.content : undefined
  return typeof whole === 'string' && whole.startsWith(change.content) ? whole : undefined
}
