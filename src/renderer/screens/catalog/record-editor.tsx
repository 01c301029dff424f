import type { ReactNode } from 'react'
import type { Screen } from '../../app/router'
import { Notice } from '../../ui/notice'
import { BackTo } from './back-to'
import { ChangedElsewhere } from './changed-elsewhere'
import { EditorForm } from './editor-form'
import { SaveBar } from './save-bar'
import type { RecordEditing } from './use-record-editing'

type Words = Readonly<
  Record<
    | ('back' | 'conflict' | 'conflictKept' | 'takeNew' | 'keepMine')
    | ('deletedMeanwhile' | 'deletedText' | 'kept' | 'cancel' | 'save'),
    string
  >
>

/** The form of a record: what became of it elsewhere meanwhile, its fields, and how it is saved. */
export function RecordEditor({
  screen,
  words,
  title,
  label,
  editing: { form, busy, moved, deleted, save, cancel },
  onKeepMine,
  children,
}: {
  readonly screen: Screen
  readonly words: Words
  readonly title: string
  readonly label: string
  readonly editing: Omit<RecordEditing<unknown, unknown>, 'problems'>
  /** Goes on with what was written on top of what is stored now. */
  readonly onKeepMine: () => void
  readonly children: ReactNode
}) {
  return (
    <EditorForm ref={form} className="record record-editor" label={label} onSave={save}>
      <div className="record-back">
        <BackTo screen={screen}>{words.back}</BackTo>
      </div>
      <h2>{title}</h2>
      {moved && <ChangedElsewhere words={words} onTakeNew={cancel} onKeepMine={onKeepMine} />}
      {deleted && (
        <Notice tone="warning" title={words.deletedMeanwhile}>
          {words.deletedText}
        </Notice>
      )}
      {children}
      <SaveBar
        words={{ ...words, discard: words.cancel }}
        busy={busy}
        disabled={moved || deleted}
        onDiscard={cancel}
      />
    </EditorForm>
  )
}
