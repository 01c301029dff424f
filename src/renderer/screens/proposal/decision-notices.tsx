import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import type { ProposalLine } from '../../../shared/contract/changes'
import type { Preview } from '../../../shared/tool/preview'
import { editContent, leaveOut } from '../../stores/amendments'
import { partKeysOf } from '../../stores/parts'
import { type ShownProposal, useProposals } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { hidesCharacters } from './hidden-in-preview'
import { lookAlikesInPreview } from './look-alikes-in-preview'
import { MovedNotice } from './moved-notice'
import { NeedsNotice, type TakesAlong } from './needs-notice'
import { BaseMovedNotice } from './proposal-closed'
import { raisedWords } from './raised-words'
import type { Decision } from './use-decision'
import { useLookAtBase } from './use-look-at-base'
import './proposal.css'

/** What a person must know of a proposal before looking into it: what it needs, and why it asks. */
export function LineNotices({
  line,
  preview,
  destructive,
  needsTold = false,
  takesAlong,
  onOpen,
}: {
  readonly line: ProposalLine
  /** What would be applied, where it is there already. */
  readonly preview: Preview | null
  readonly destructive: boolean
  readonly needsTold?: boolean
  readonly takesAlong: TakesAlong
  /** Shows another proposal. */
  readonly onOpen: (id: string) => void
}) {
  useLookAtBase(line)
  return (
    <>
      <BaseMovedNotice proposal={line} />
      <NeedsNotice line={line} told={needsTold} takesAlong={takesAlong} onOpen={onOpen} />
      {line.raisedBecause.length > 0 && (
        <Notice tone="warning" title={destructive ? text().proposal.raised : decisionText().asks}>
          <HiddenText text={raisedWords(line, preview)} />
        </Notice>
      )}
    </>
  )
}

/** What a person must know of what it shows: what hides in it, and what became of a choice. */
export function ContentNotices({
  proposal,
  decision,
}: {
  readonly proposal: ShownProposal
  readonly decision: Decision
}) {
  const { draft, preview } = decision
  const hidden = useMemo(() => hidesCharacters(preview), [preview])
  const alike = lookAlikesInPreview(preview)
  const t = text().proposal
  const d = decisionText()
  return (
    <>
      {proposal.replaces !== null && proposal.status === 'pending' && <MovedNotice proposal={proposal} />}
      {draft.shown !== null && draft.shown.class !== proposal.class && (
        <Notice tone="warning" title={d.partRaised} announce>
          {t.warnings}
        </Notice>
      )}
      {hidden && <Notice tone="warning" title={d.hidden} />}
      {alike.first.length > 0 && (
        <Notice tone="warning" title={d.lookAlikes}>
          <Warnings
            words={[
              ...alike.first.map(({ part, sign, point }) => d.lookAlike(part, sign, point)),
              ...(alike.more === 0 ? [] : [d.lookAlikesMore(alike.more)]),
            ]}
          />
        </Notice>
      )}
      {preview.warnings.length > 0 && (
        <Notice tone="warning" title={t.warnings}>
          <Warnings words={preview.warnings.map((words) => inLanguage(words, preview.said))} />
        </Notice>
      )}
      {preview.holds !== undefined && <p className="yes-holds">{inLanguage(preview.holds, preview.said)}</p>}
      {draft.problem !== null && (
        <Notice tone="danger" title={draft.edited === null ? d.amendFailed : d.editFailed} announce>
          {draft.problem.message}
        </Notice>
      )}
    </>
  )
}

/** One is a sentence or two; several are told apart. */
function Warnings({ words }: { readonly words: readonly string[] }) {
  if (words.length < 2) return <HiddenText text={words.join(' ')} />
  return (
    <ul className="notice-things">
      {[...new Set(words)].map((each) => (
        <li key={each}>
          <HiddenText text={each} />
        </li>
      ))}
    </ul>
  )
}

/** How much of it is chosen, or that its content was edited, and the way back. */
export function AmendmentLine({
  proposal,
  decision,
}: {
  readonly proposal: ShownProposal
  readonly decision: Decision
}) {
  const { chosen, draft } = decision
  const d = decisionText()
  if (draft.edited !== null) {
    return (
      <p className="amendment" role="status">
        <span>{draft.problem === null ? d.editedByYou : d.editedNotTaken}</span>
        <Button size="sm" variant="ghost" onClick={() => void editContent(proposal, null)}>
          {d.backToProposed}
        </Button>
      </p>
    )
  }
  if (chosen === undefined) return null
  const every = chosen.count === chosen.of
  return (
    <p className="amendment">
      <ListChecks size={14} aria-hidden />
      <span role="status">
        {d.chosen(chosen.count, chosen.of)}
        {chosen.count === 0 && ` – ${d.noneChosen}`}
      </span>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => void leaveOut(proposal, new Set(every ? partKeysOf(proposal) : []))}
      >
        {every ? d.chooseNone : d.chooseAll}
      </Button>
    </p>
  )
}

/** The numbers of waiting proposals that a rejection takes along. */
export function useDependents(id: string): string {
  return useProposals((state) =>
    Object.values(state.byId)
      .filter((other) => other.status === 'pending' && other.needs.some((needed) => needed.id === id))
      .map((other) => `#${other.number}`)
      .join(', '),
  )
}
