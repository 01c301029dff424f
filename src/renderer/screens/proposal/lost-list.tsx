import { useState } from 'react'
import type { RetentionLimits } from '../../../shared/contract/retention'
import type { SaidByText } from '../../../shared/sentences/sentence'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { type ChangePreview, type Target, thingsIn } from '../../../shared/tool/preview'
import type { ShownProposal } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { formatSize } from '../../text/language'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { LookAt } from '../../ui/content-look'
import { HiddenText } from '../../ui/hidden-text'
import { recoveryInWords } from './recovery'
import type { Decision } from './use-decision'
import './proposal.css'

/** Things that the dialog names; past these it says how many more. */
const namedLimit = 20

/** Everything that will be gone, by name, place and size, with a box each where it can be left out. */
export function LostList({
  proposal,
  decision,
}: {
  readonly proposal: ShownProposal
  readonly decision: Decision
}) {
  const [whole, setWhole] = useState(false)
  const { lost: targets, changes, said } = proposal.preview
  const { parts, preview, chosen } = decision
  const t = text().proposal
  const d = decisionText()
  const named = whole ? targets : targets.slice(0, namedLimit)
  const lost = chosen?.count === 0 ? [] : preview.lost
  const size = lost.reduce((sum, target) => sum + (target.size ?? 0), 0)
  const removes = proposal.class === 'destructive_delete'
  return (
    <section>
      <h3 className="review-heading">
        <span>
          {removes ? t.willBeLost(thingsIn(lost)) : t.willBeReplaced(thingsIn(lost))}
          {kindsInWords(lost)}
        </span>
        {size > 0 && <span className="numeric">{t.total(formatSize(size))}</span>}
      </h3>
      <ul
        className="review-lost"
        data-tone={removes ? 'danger' : 'warning'}
        data-choosing={parts?.by === 'items' || undefined}
      >
        {named.map((target) => {
          const place =
            parts?.by === 'items'
              ? changes.findIndex(
                  (change) => change.kind === 'removal' && change.reference === target.reference,
                )
              : -1
          const part = String(place)
          const leftOut = place >= 0 && parts?.leftOut.has(part)
          return (
            <li key={target.reference} data-left-out={leftOut || undefined}>
              {place >= 0 && parts ? (
                <Checkbox
                  labelHidden
                  label={d.include(revealAsText(target.label))}
                  checked={!leftOut}
                  onChange={(on) => parts.onToggle(part, on)}
                />
              ) : (
                parts?.by === 'items' && <span />
              )}
              <LostThing target={target} said={said} />
              <LostLook
                change={changes.find(
                  (change) => change.kind === 'removal' && change.reference === target.reference,
                )}
              />
            </li>
          )
        })}
        {targets.length > namedLimit && (
          <li className="review-lost-more">
            <span>{whole ? '' : t.andMore(thingsIn(targets.slice(namedLimit)))}</span>
            <Button size="sm" variant="ghost" aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? d.showFewer : d.showAll(targets.length)}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

/** What is counted together, where a collection goes with its documents. */
function kindsInWords(lost: readonly Target[]): string {
  const collections = lost.filter(({ kind }) => kind === 'collection').length
  if (collections === 0 || collections === lost.length) return ''
  return `: ${decisionText().collectionsWith(collections, lost.length - collections)}`
}

function LostThing({ target, said }: { readonly target: Target; readonly said: SaidByText | undefined }) {
  const { detail, size } = target
  return (
    <>
      <span className="review-lost-name">
        <HiddenText text={target.label} />
      </span>
      <span className="review-lost-size">
        {[detail && inLanguage(detail, said), size === undefined ? undefined : formatSize(size)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {(target.kind === 'file' || target.kind === 'folder') && (
        <span className="review-lost-where">
          <HiddenText text={target.reference} />
        </span>
      )}
    </>
  )
}

/** The picture that goes. */
function LostLook({ change }: { readonly change: ChangePreview | undefined }) {
  if (change?.kind !== 'removal' || change.look === undefined) return null
  return (
    <div className="review-lost-look">
      <LookAt look={change.look} label={revealAsText(change.label)} maxHeight={120} />
    </div>
  )
}

/** What will be gone in one sentence, as the dialog is read out. */
export function lostInWords(
  { class: itsClass, preview }: Pick<Decision, 'class' | 'preview'>,
  limits: Pick<RetentionLimits, 'days'>,
): string {
  const { lost } = preview
  const d = decisionText()
  const back = recoveryInWords(preview, limits)
  if (lost.length === 0) return back
  const names = lost.slice(0, namedLimit).map(({ label, detail, things }) => {
    const inside =
      detail !== undefined && things !== undefined ? ` (${inLanguage(detail, preview.said)})` : ''
    return `${revealAsText(label)}${inside}`
  })
  const sentence = d.lostSentence(thingsIn(lost), names.join(', '), thingsIn(lost.slice(namedLimit)))
  return `${itsClass === 'destructive_delete' ? d.removes : d.overwrites} ${sentence} ${back}`
}
