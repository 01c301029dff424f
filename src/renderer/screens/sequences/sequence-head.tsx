import { FlaskConical, Play } from 'lucide-react'
import type { SequenceProblem } from '../../../shared/sequences/check'
import { sequencesText } from '../../text/sequences'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { BackTo } from '../catalog/back-to'
import type { Beginning } from './beginning'

/** The way back, and what can be begun. */
export function SequenceHead({
  busy,
  moved,
  onBegin,
}: {
  readonly busy: boolean
  readonly moved: boolean
  readonly onBegin: (what: Beginning) => void
}) {
  const t = sequencesText()
  return (
    <div className="sequence-head">
      <BackTo screen="sequences">{t.back}</BackTo>
      <div className="section-buttons">
        <Button icon={FlaskConical} disabled={moved} onClick={() => onBegin('dry_run')}>
          {t.dryRun}
        </Button>
        <Button icon={Play} variant="primary" busy={busy} disabled={moved} onClick={() => onBegin('run')}>
          {t.run}
        </Button>
      </div>
    </div>
  )
}

/** How many things are wrong, with the way to the first. */
export function ProblemCount({
  problems,
  isNew,
  onShow,
}: {
  readonly problems: readonly SequenceProblem[]
  /** Before anything is written an empty sequence is no mistake. */
  readonly isNew: boolean
  readonly onShow: () => void
}) {
  const t = sequencesText()
  if (
    problems.length === 0 ||
    (isNew && problems.every(({ code }) => code === 'no_name' || code === 'no_steps'))
  ) {
    return null
  }
  return (
    <Notice
      tone="warning"
      title={t.problemCount(problems.length)}
      actions={
        <Button size="sm" onClick={onShow}>
          {t.showFirst}
        </Button>
      }
    />
  )
}
