import { ArchiveRestore } from 'lucide-react'
import type { BackupSummary } from '../../../shared/contract/data'
import { dataText } from '../../text/data'
import { formatMoment, formatSize } from '../../text/language'
import { text } from '../../text/text'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'

/** Says what a backup holds and what a restore does, and asks. */
export function RestoreQuestion({
  backup,
  onConfirm,
  onCancel,
}: {
  readonly backup: BackupSummary
  readonly onConfirm: () => void
  readonly onCancel: () => void
}) {
  const { createdAt, application, bytes, auditIntact, missing } = backup
  const t = dataText()
  const made = { when: formatMoment(createdAt), size: formatSize(bytes), application }
  return (
    <ConfirmDialog
      title={t.question}
      description={<HiddenText text={t.questionText(made)} />}
      icon={ArchiveRestore}
      tone="warning"
      confirmLabel={t.prepare}
      confirmIcon={ArchiveRestore}
      cancelLabel={text().app.cancel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{t.questionHolds(backup)}</p>
      {t.questionKept.map((sentences) => (
        <p key={sentences}>{sentences}</p>
      ))}
      {missing > 0 && <Notice tone="warning" title={t.missing(missing)} />}
      {!auditIntact && <Notice tone="warning" title={t.auditBroken} />}
    </ConfirmDialog>
  )
}
