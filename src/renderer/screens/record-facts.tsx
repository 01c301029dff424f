import type { ReactNode } from 'react'
import type { Actor } from '../../shared/actor'
import { Badge } from '../ui/badge'
import { HiddenText } from '../ui/hidden-text'
import { RelativeTime } from '../ui/relative-time'
import { actorName, isPerson } from './actor-name'
import './record.css'

/** One fact of a record, in a list of them. */
export function RecordFact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="record-line">
      <dt className="record-label">
        <HiddenText text={label} />
      </dt>
      <dd className="record-value">{children}</dd>
    </div>
  )
}

/** The tags of a record, as one of its facts; nothing where it has none. */
export function TagsFact({ label, tags }: { readonly label: string; readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <RecordFact label={label}>
      <span className="record-tags">
        {tags.map((tag) => (
          <Badge key={tag}>
            <HiddenText text={tag} />
          </Badge>
        ))}
      </span>
    </RecordFact>
  )
}

/** By whom and when a record was made, and changed last. */
export function RecordSince({
  record: { madeBy, changedBy, createdAt, updatedAt, revision },
  words,
}: {
  readonly record: {
    readonly madeBy: Actor
    readonly changedBy: Actor
    readonly createdAt: number
    readonly updatedAt: number
    readonly revision: number
  }
  /** Of null for the person who reads it. */
  readonly words: Readonly<Record<'addedBy' | 'changedBy', (who: string | null) => string>>
}) {
  return (
    <p className="record-since">
      <HiddenText text={words.addedBy(whoOf(madeBy))} /> <RelativeTime at={createdAt} />
      {revision > 1 && (
        <>
          {', '}
          <HiddenText text={words.changedBy(whoOf(changedBy))} /> <RelativeTime at={updatedAt} />
        </>
      )}
    </p>
  )
}

function whoOf(actor: Actor): string | null {
  return isPerson(actor) ? null : actorName(actor)
}
