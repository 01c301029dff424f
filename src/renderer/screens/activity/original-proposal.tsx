import { useMemo } from 'react'
import type { Original } from '../../stores/changes'
import { splitDiffs, useDiffLayout } from '../../stores/diff-layout'
import { decisionText } from '../../text/decisions'
import { Diff } from '../../ui/diff'
import { HiddenText } from '../../ui/hidden-text'
import { actorName } from '../actor-name'
import { PicturesOf } from '../pictures-of'
import { ChangePreviews } from '../proposal/change-preview'
import { editedDifference, leftOutOf } from './left-out'
import './activity.css'

/** What was proposed beside what was approved, and who made the difference. */
export function OriginalProposal({
  proposalId,
  original,
}: {
  readonly proposalId: string
  readonly original: Original
}) {
  const { preview, amendment } = original
  const t = decisionText().activity
  const title = amendment.edited ? t.edited : t.leftOut
  return (
    <section className="change-original" aria-label={title}>
      <header>
        <h4>{title}</h4>
        <span>
          <HiddenText text={t.changedBy(actorName(amendment.by))} />
        </span>
      </header>
      <PicturesOf kind="proposal" id={proposalId}>
        {amendment.choice === null ? (
          <Edited original={original} />
        ) : (
          <ChangePreviews changes={leftOutOf(preview.changes, amendment.choice)} />
        )}
      </PicturesOf>
    </section>
  )
}

/** Both texts as one difference; each as it was shown where they can’t be compared. */
function Edited({ original: { preview, amendment } }: { readonly original: Original }) {
  const split = useDiffLayout((state) => state.split)
  const t = decisionText().activity
  const [proposed, approved] = [preview.changes, amendment.preview.changes]
  const difference = useMemo(() => editedDifference(proposed, approved), [proposed, approved])
  if (difference !== null) {
    return (
      <Diff
        hunks={difference.hunks}
        title={difference.label}
        split={split}
        onSplit={splitDiffs}
        sides={[t.proposedSide, t.approvedSide]}
      />
    )
  }
  return (
    <>
      <h5>{t.proposedSide}</h5>
      <ChangePreviews changes={proposed} />
      <h5>{t.approvedSide}</h5>
      <ChangePreviews changes={approved} />
    </>
  )
}
