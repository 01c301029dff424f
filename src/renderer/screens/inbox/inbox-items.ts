import type { ProposalLine } from '../../../shared/contract/changes'
import type { ProposalGroup } from '../group-proposals'
import { previewHeight } from '../proposal/preview-sizes'

/** One entry of the inbox's list: its head, the head of a group, or a card. A card's key is the proposal's id. */
export type InboxItem =
  | { readonly kind: 'summary'; readonly key: string }
  | { readonly kind: 'group'; readonly key: string; readonly group: ProposalGroup }
  | { readonly kind: 'card'; readonly key: string; readonly line: ProposalLine }

/** Pixels between two entries. */
export const cardGap = 12

// Pixels, as the style sheets make them; what is on screen is measured.
const summaryHeight = 44
const groupHeight = 44
const cardFrame = 118
const noticeHeight = 64

/** Lays groups out as one list. */
export function inboxItems(groups: readonly ProposalGroup[]): readonly InboxItem[] {
  return [
    { kind: 'summary', key: 'summary' },
    ...groups.flatMap((group): InboxItem[] => [
      { kind: 'group', key: `group ${group.key}`, group },
      ...group.proposals.map((line): InboxItem => ({ kind: 'card', key: line.id, line })),
    ]),
  ]
}

/** A first guess at the height of an entry, in pixels. */
export function estimatedHeight(item: InboxItem): number {
  switch (item.kind) {
    case 'summary':
      return summaryHeight
    case 'group':
      return groupHeight
    case 'card': {
      const { needs, raisedBecause } = item.line
      const notices = Number(needs.some(({ met }) => !met)) + Number(raisedBecause.length > 0)
      return cardFrame + notices * noticeHeight + previewHeight(item.line)
    }
  }
}
