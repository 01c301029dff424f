import { useEffect, useMemo } from 'react'
import { assertNever } from '../../../shared/errors'
import { ensureProposal, type ShownProposal, useProposals } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { inLanguage } from '../../text/sentences'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { ChangePreviews } from './change-preview'
import { type MovedThing, whatMoved } from './what-moved'
import './proposal.css'

/** Things that are named; a batch may have thousands. */
const namedThings = 10

/** Of a proposal that was made anew: why, and what is not as the former one showed it. */
export function MovedNotice({ proposal }: { readonly proposal: ShownProposal }) {
  const former = proposal.replaces ?? ''
  const line = useProposals((state) => state.byId[former])
  const shown = useProposals((state) => state.details[former]?.preview)
  const missing = former !== '' && (line === undefined || shown === undefined)
  const failed = useProposals((state) => state.missing[former] !== undefined)
  useEffect(() => {
    // Without the former one this is shown like every other.
    if (missing && !failed) ensureProposal(former).catch(() => undefined)
  }, [former, missing, failed])
  const moved = useMemo(
    () => (shown === undefined ? undefined : whatMoved(shown, proposal.preview)),
    [shown, proposal.preview],
  )
  if (line === undefined || moved === undefined) return null
  const t = decisionText().moved
  const why = line.status === 'conflict' && line.reason !== null ? inLanguage(line.reason, line.said) : null
  const some = moved.things.length + moved.changes.length > 0
  if (why === null && !some) return null
  const more = moved.things.length - namedThings
  return (
    <Notice title={t.title(line.number)}>
      {why !== null && <HiddenText text={why} />}
      {(some || moved.compared) && <p className="moved-lead">{some ? t.lead : t.nothingShown}</p>}
      {moved.things.length > 0 && (
        <ul className="notice-things">
          {moved.things.slice(0, namedThings).map((thing) => (
            <li key={`${thing.kind} ${thing.reference}`}>
              <HiddenText text={inWords(thing, shown?.said, proposal.preview.said)} />
            </li>
          ))}
          {more > 0 && <li>{t.more(more)}</li>}
        </ul>
      )}
      {moved.changes.length > 0 && <ChangePreviews changes={moved.changes} />}
    </Notice>
  )
}

type Said = ShownProposal['preview']['said']

function inWords(thing: MovedThing, saidThen: Said, saidNow: Said): string {
  const t = decisionText().moved
  switch (thing.kind) {
    case 'gone':
    case 'came':
    case 'around':
      return t[thing.kind](thing.label)
    case 'size':
      return t.size(thing.label, thing.before, thing.now)
    case 'label':
      return t.label(thing.before, thing.now)
    case 'detail':
      return t.detail(thing.label, inLanguage(thing.before, saidThen), inLanguage(thing.now, saidNow))
    default:
      return assertNever(thing)
  }
}
