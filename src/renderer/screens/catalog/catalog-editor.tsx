import type { ReactNode, RefObject } from 'react'
import type { Screen } from '../../app/router'
import { BackTo } from './back-to'
import { ChangedElsewhere } from './changed-elsewhere'
import { EditorForm } from './editor-form'
import { SaveBar } from './save-bar'
import type { Writing } from './writing'

type Words = Readonly<
  Record<'back' | 'conflict' | 'conflictKept' | 'takeNew' | 'keepMine' | 'kept' | 'discard' | 'save', string>
>

/** The form of one of a catalog: whether somebody saved it meanwhile, its fields, and how it is saved. */
export function CatalogEditor({
  form,
  screen,
  words,
  label,
  busy,
  writing: { unsaved, moved, keepMine },
  onSave,
  onDiscard,
  children,
}: {
  readonly form: RefObject<HTMLFormElement | null>
  readonly screen: Screen
  readonly words: Words
  readonly label: string
  readonly busy: boolean
  readonly writing: Pick<Writing<unknown>, 'unsaved' | 'moved' | 'keepMine'>
  /** Called only while there is something to save that nobody saved over. */
  readonly onSave: () => void
  readonly onDiscard: () => void
  readonly children: ReactNode
}) {
  const save = () => {
    if (unsaved && !moved) onSave()
  }
  return (
    <EditorForm ref={form} className="catalog" label={label} onSave={save}>
      <div className="catalog-back">
        <BackTo screen={screen}>{words.back}</BackTo>
      </div>
      {moved && <ChangedElsewhere words={words} onTakeNew={onDiscard} onKeepMine={keepMine} />}
      {children}
      {unsaved && <SaveBar words={words} busy={busy} disabled={moved} onDiscard={onDiscard} />}
    </EditorForm>
  )
}
