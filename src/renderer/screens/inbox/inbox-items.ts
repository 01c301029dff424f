import type { ProposalLine } from '../../../shared/contract/changes'
import { assertNever } from '../../../shared/errors'
import { unmetNeeds } from '../../stores/needed-first'
import type { ProposalGroup } from '../group-proposals'
import { previewHeight } from '../proposal/preview-sizes'

/**
 * One entry of the inbox's list: its head, the head of a group, what several need, or a card. A card's key is
 * the proposal's id; `told` when what it needs is said above.
 */
export type InboxItem =
  | { readonly kind: 'summary'; readonly key: string }
  | { readonly kind: 'group'; readonly key: string; readonly group: ProposalGroup }
  | { readonly kind: 'needs'; readonly key: string; readonly lines: Several }
  | { readonly kind: 'card'; readonly key: string; readonly line: ProposalLine; readonly told: boolean }

type Several = readonly [ProposalLine, ...ProposalLine[]]

/** Pixels between two entries. */
export const cardGap = 12

// Pixels, as the style sheets make them; what is on screen is measured.
const summaryHeight = 44
const groupHeight = 44
const cardFrame = 118
const noticeHeight = 64
const needsHeight = 104
const toldHeight = 36

/** Lays groups out as one list; what several cards need stands once, above the first of them. */
export function inboxItems(
  groups: readonly ProposalGroup[],
  byId: Readonly<Record<string, ProposalLine>>,
): readonly InboxItem[] {
  const proposals = groups.flatMap((group) => group.proposals)
  const needing = Map.groupBy(proposals, (line) => neededBy(line, byId))
  const cards = (line: ProposalLine): readonly InboxItem[] => {
    const needed = neededBy(line, byId)
    const same = needing.get(needed) ?? []
    const told = needed !== '' && same.length > 1
    const card = { kind: 'card', key: line.id, line, told } as const
    return told && same[0] === line
      ? [{ kind: 'needs', key: `needs ${line.id}`, lines: [line, ...same.slice(1)] }, card]
      : [card]
  }
  return [
    { kind: 'summary', key: 'summary' },
    ...groups.flatMap((group): InboxItem[] => [
      { kind: 'group', key: `group ${group.key}`, group },
      ...group.proposals.flatMap(cards),
    ]),
  ]
}

/** The ids of what a proposal that waits needs first; empty where it needs nothing. */
function neededBy(line: ProposalLine, byId: Readonly<Record<string, ProposalLine>>): string {
  if (line.status !== 'pending') return ''
  return unmetNeeds(line, byId)
    .map(({ id }) => id)
    .join(' ')
}

/** A first guess at the height of an entry, in pixels. */
export function estimatedHeight(item: InboxItem): number {
  switch (item.kind) {
    case 'summary':
      return summaryHeight
    case 'group':
      return groupHeight
    case 'needs':
      return needsHeight
    case 'card': {
      const { needs, raisedBecause } = item.line
      const needed = needs.some(({ met }) => !met) ? (item.told ? toldHeight : noticeHeight) : 0
      const raised = raisedBecause.length > 0 ? noticeHeight : 0
      return cardFrame + needed + raised + previewHeight(item.line)
    }
    default:
      return assertNever(item)
  }
}
