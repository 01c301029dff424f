import { Archive, ArchiveRestore, Import, type LucideIcon, Square, Undo2, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { localDay } from '../../../shared/calendar-day'
import type { BackupSummary, DataJob, DataStatus, PendingRestore } from '../../../shared/contract/data'
import { assertNever, toErrorShape } from '../../../shared/errors'
import {
  backUp,
  cancelRestore,
  chooseTarget,
  exportData,
  importData,
  lookAtBackup,
  prepareRestore,
  stopDataJob,
  useData,
} from '../../stores/data'
import { chooseFiles, chooseFolder } from '../../stores/file-dialogs'
import { useSystem } from '../../stores/system'
import { attempt, notify } from '../../stores/toasts'
import { dataText } from '../../text/data'
import { formatMoment, formatPercent, formatSize } from '../../text/language'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { ProgressBar } from '../../ui/progress-bar'
import { type DataForm, DataPathDialog, type DataWish } from './data-path-dialog'
import { RestoreQuestion } from './restore-question'
import { SettingsSection } from './settings-section'

type Kind = DataJob['kind']

/** Backup, restore and export of everything, import of what other programs have, how far the one at work is, and what waits for the next start. */
export function DataSection() {
  const status = useData((state) => state.status)
  const dialogs = useSystem((state) => state.info?.nativeDialogs ?? false)
  const [form, setForm] = useState<DataForm | null>(null)
  const [question, setQuestion] = useState<BackupSummary | null>(null)
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  const t = dataText()

  /** Where something is wrong the form comes back with what was typed; on another screen a note says it. */
  const attemptAt = async (kind: Kind, path: string, work: () => Promise<void>) => {
    setForm(null)
    try {
      await work()
    } catch (error) {
      const { code, message } = toErrorShape(error)
      if (code === 'cancelled') return
      if (shown.current) setForm({ kind, path, problem: message, exists: code === 'already_exists' })
      else notify({ tone: 'danger', title: message })
    }
  }
  const begin = (kind: Kind, path: string, { replace, own = false }: Omit<DataWish, 'path'>) =>
    attemptAt(kind, path, async () => {
      if (kind === 'import') return void (await importData(path, own))
      if (kind === 'restore') return setQuestion(await lookAtBackup(path))
      if (kind === 'export') {
        const { path: folder, files, missing } = await exportData(path)
        notify({ tone: 'success', title: t.exported(files), detail: folder })
        if (missing > 0) notify({ tone: 'warning', title: t.withoutOriginal(missing) })
        return
      }
      const { path: file, fileBytes, missing } = await backUp(path, replace)
      notify({ tone: 'success', title: t.backedUp(formatSize(fileBytes)), detail: file })
      if (missing > 0) notify({ tone: 'warning', title: t.missing(missing) })
    })
  const ask = async (kind: Kind) => {
    const fresh: DataForm = { kind, path: '', problem: undefined, exists: false }
    // What is imported is a file or a folder, which no dialog of a system offers both.
    if (!dialogs || kind === 'import') return setForm(fresh)
    const path = await attempt(pathByDialog(kind))
    // The system's dialog has asked about a file that is there.
    if (path) await begin(kind, path, { replace: true })
  }
  const prepare = async ({ path }: BackupSummary) => {
    setQuestion(null)
    await attemptAt('restore', path, async () => {
      await prepareRestore(path)
    })
  }
  const busy = status !== null && status.job !== null
  return (
    <SettingsSection id="backup" intro={t.intro}>
      {status?.pending && <Pending pending={status.pending} />}
      {status?.job && <JobProgress job={status.job} />}
      <ul className="settings-list" aria-label={t.title}>
        <Line
          icon={Archive}
          name={t.backUp}
          button={t.backUpButton}
          disabled={busy}
          onAsk={() => ask('backup')}
        >
          <span>{t.backUpText}</span>
          {status?.lastBackup && <LastBackup last={status.lastBackup} />}
        </Line>
        <Line
          icon={ArchiveRestore}
          name={t.restore}
          button={t.restoreButton}
          disabled={busy}
          onAsk={() => ask('restore')}
        >
          <span>{t.restoreText}</span>
          {status?.restored && <Restored restored={status.restored} />}
        </Line>
        <Line
          icon={Upload}
          name={t.export}
          button={t.exportButton}
          disabled={busy}
          onAsk={() => ask('export')}
        >
          <span>{t.exportText}</span>
        </Line>
        <Line
          icon={Import}
          name={t.import}
          button={t.importButton}
          disabled={busy}
          onAsk={() => ask('import')}
        >
          <span>{t.importText}</span>
        </Line>
      </ul>
      {form !== null && (
        <DataPathDialog
          form={form}
          onSubmit={({ path, ...wish }) => void begin(form.kind, path, wish)}
          onCancel={() => setForm(null)}
        />
      )}
      {question !== null && (
        <RestoreQuestion
          backup={question}
          onConfirm={() => void prepare(question)}
          onCancel={() => setQuestion(null)}
        />
      )}
    </SettingsSection>
  )
}

async function pathByDialog(kind: Exclude<Kind, 'import'>): Promise<string | null> {
  switch (kind) {
    case 'backup':
      return chooseTarget(`countersign-${localDay(Date.now())}.zip`)
    case 'restore':
      return (await chooseFiles())[0] ?? null
    case 'export':
      return chooseFolder()
    default:
      return assertNever(kind)
  }
}

function Line({
  icon: Icon,
  name,
  button,
  disabled,
  onAsk,
  children,
}: {
  readonly icon: LucideIcon
  readonly name: string
  readonly button: string
  readonly disabled: boolean
  readonly onAsk: () => Promise<void>
  readonly children: ReactNode
}) {
  return (
    <li className="settings-line">
      <Icon size={16} aria-hidden />
      <span>
        <strong>{name}</strong>
        {children}
      </span>
      <Button size="sm" disabled={disabled} onClick={() => void onAsk()}>
        {button}
      </Button>
    </li>
  )
}

function LastBackup({ last: { at, path, bytes } }: { readonly last: NonNullable<DataStatus['lastBackup']> }) {
  return (
    <span>
      <HiddenText text={dataText().lastBackup(formatMoment(at), path, formatSize(bytes))} />
    </span>
  )
}

function Restored({
  restored: { restoredAt, createdAt, former },
}: {
  readonly restored: NonNullable<DataStatus['restored']>
}) {
  const t = dataText()
  return (
    <>
      <span>{t.restored(formatMoment(restoredAt), formatMoment(createdAt))}</span>
      {former !== null && (
        <span>
          <HiddenText text={t.former(former)} />
        </span>
      )}
    </>
  )
}

function Pending({ pending: { backup, former } }: { readonly pending: PendingRestore }) {
  const t = dataText()
  const inBrowser = useSystem((state) => state.info?.host === 'browser')
  const giveUp = async () => {
    if (await attempt(cancelRestore().then(() => true)))
      notify({ tone: 'success', title: t.givenUp, detail: t.givenUpKept })
  }
  return (
    <Notice
      tone="warning"
      title={t.pending}
      announce
      {...(former === null ? {} : { kept: <HiddenText text={t.pendingKept(former)} /> })}
      todo={inBrowser ? t.pendingTodoInBrowser : t.pendingTodo}
      actions={
        <Button size="sm" icon={Undo2} onClick={() => void giveUp()}>
          {t.giveUp}
        </Button>
      }
    >
      {t.pendingText(formatMoment(backup.createdAt))}
    </Notice>
  )
}

function JobProgress({ job: { kind, stage, done, total } }: { readonly job: DataJob }) {
  const t = dataText()
  const value = total === 0 ? {} : { value: done / total }
  const share = total === 0 ? '' : ` · ${formatPercent(Math.floor((100 * done) / total))}`
  return (
    <div className="settings-line">
      <span>
        <ProgressBar label={t.jobs[kind]} detail={`${t.stages[stage]}${share}`} {...value} />
      </span>
      <Button size="sm" icon={Square} onClick={() => void attempt(stopDataJob())}>
        {t.stop}
      </Button>
    </div>
  )
}
