import { History, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ChangeLine } from '../../../shared/contract/changes'
import type { UndoChoice, UndoDecision } from '../../../shared/contract/undo-choices'
import type { UndoConflict } from '../../stores/changes'
import { inLanguage } from '../../text/sentences'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { useSending } from '../../ui/use-sending'
import { conflictWords } from './conflict-words'
import { UndoDifference } from './undo-difference'
import './activity.css'

/** What is there now and what undo would bring back, side by side, and the choice between them. */
export function UndoConflictDialog({
  conflicts,
  undone,
  under,
  onDecide,
  onClose,
}: {
  readonly conflicts: readonly UndoConflict[]
  /** How many of the same go were undone; null when only one was to be. */
  readonly undone: number | null
  /** How many earlier ones wait for the answer. */
  readonly under: number
  readonly onDecide: (decisions: UndoDecision[]) => Promise<void>
  readonly onClose: () => void
}) {
  const { busy, problem, send } = useSending()
  const [choices, setChoices] = useState<Readonly<Record<string, UndoChoice>>>({})
  const keep = useRef<HTMLButtonElement>(null)
  const t = conflictWords(conflicts)
  const all = conflicts.flatMap(({ change, differences }) =>
    differences.map((difference) => ({ change, difference, key: `${change.id} ${difference.reference}` })),
  )
  const [first] = all
  const alone = all.length === 1 ? first : undefined
  const hasRest = conflicts.some(({ rest }) => rest)
  const canChoose = all.some(({ difference }) => difference.choices.length > 1)
  const chosen = (key: string): UndoChoice => choices[key] ?? 'keep'
  const decide = async (choose: (key: string) => UndoChoice) => {
    await send(() =>
      onDecide(
        all.map(({ change, difference: { reference }, key }) => ({
          changeId: change.id,
          reference,
          choice: choose(key),
        })),
      ),
    )
  }
  const description =
    undone === null ? t.text(first === undefined ? '' : summaryOf(first.change)) : t.textSeveral(undone)
  return (
    <Dialog
      title={t.title}
      description={<HiddenText text={description} />}
      icon={TriangleAlert}
      tone="warning"
      size="lg"
      initialFocus={keep}
      onCancel={onClose}
      footer={
        <>
          <Button ref={keep} onClick={onClose}>
            {all.length > 1 ? t.keepAll : t.keep}
          </Button>
          {hasRest && (alone !== undefined || !canChoose) && (
            <Button busy={busy} onClick={() => void decide(() => 'keep')}>
              {t.rest}
            </Button>
          )}
          {alone?.difference.choices.includes('beside') && (
            <Button busy={busy} onClick={() => void decide(() => 'beside')}>
              {t.beside}
            </Button>
          )}
          {alone?.difference.choices.includes('replace') && (
            <Button variant="primary" icon={History} busy={busy} onClick={() => void decide(() => 'replace')}>
              {t.replace[alone.difference.obstacle]}
            </Button>
          )}
          {alone === undefined && canChoose && (
            <Button
              variant="primary"
              icon={History}
              busy={busy}
              disabled={!hasRest && all.every(({ key }) => chosen(key) === 'keep')}
              onClick={() => void decide(chosen)}
            >
              {t.apply}
            </Button>
          )}
        </>
      }
    >
      <div className="review">
        {conflicts.map(({ change, differences }) => (
          <section key={change.id} className="undo-kept" aria-label={summaryOf(change)}>
            {undone !== null && (
              <h3 className="undo-kept-title">
                <HiddenText text={summaryOf(change)} />
              </h3>
            )}
            {differences.map((difference) => {
              const key = `${change.id} ${difference.reference}`
              return (
                <UndoDifference
                  key={key}
                  words={t}
                  difference={difference}
                  choice={alone === undefined ? chosen(key) : undefined}
                  onChoose={(choice) => setChoices((now) => ({ ...now, [key]: choice }))}
                />
              )
            })}
          </section>
        ))}
        {under > 0 && <p>{t.under(under)}</p>}
        <p className="review-recovery">
          <History size={15} aria-hidden />
          {canChoose ? t.forceText : hasRest ? t.restText : t.cantForce}
        </p>
        {problem !== undefined && <Notice tone="danger" title={problem} announce />}
      </div>
    </Dialog>
  )
}

function summaryOf({ summary, said }: Pick<ChangeLine, 'summary' | 'said'>): string {
  return inLanguage(summary, said)
}
