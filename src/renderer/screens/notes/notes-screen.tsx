import { NotebookPen, Plus, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import type { Note } from '../../../shared/contract/notes'
import { freePlace, isNewPlace } from '../../stores/note-drafts'
import { loadNotes, openNote, useNotes } from '../../stores/notes'
import { goTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { notesText } from '../../text/notes'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { NotHere } from '../catalog/not-here'
import { useLeaveWhenGone } from '../catalog/use-leave-when-gone'
import { DeletedButton } from '../deleted-button'
import { ScreenHeader } from '../screen-header'
import { Waiting } from '../waiting'
import { NoteEditor } from './note-editor'
import { NoteList } from './note-list'
import { NoteView } from './note-view'
import './notes.css'

/** Notes: a list of them, and the one that is read or written. */
export function NotesScreen({ id }: { readonly id: string | null }) {
  const lines = useNotes((state) => state.lines)
  const t = notesText()
  useEffect(() => {
    if (useNotes.getState().lines === null) void attempt(loadNotes())
  }, [])
  useEffect(() => {
    void attempt(openNote(id !== null && isNewPlace(id) ? null : id))
  }, [id])
  const begun = useNotes((state) => Object.keys(state.drafts).some(isNewPlace))
  const create = () => goTo({ screen: 'notes', id: freePlace(useNotes.getState().drafts) })
  return (
    <div className="screen">
      <ScreenHeader title={t.title}>
        <DeletedButton module="notes" />
        <Button icon={Plus} variant="primary" onClick={create}>
          {t.create}
        </Button>
      </ScreenHeader>
      {lines === null ? (
        <Waiting />
      ) : lines.length === 0 && id === null && !begun ? (
        <div className="screen-empty">
          <EmptyState
            icon={NotebookPen}
            title={t.empty}
            action={
              <>
                <Button icon={Plus} onClick={create}>
                  {t.create}
                </Button>
                <DeletedButton module="notes" always />
              </>
            }
          >
            {t.emptyText}
          </EmptyState>
        </div>
      ) : (
        <div className="notes" data-open={id !== null || undefined}>
          <NoteList lines={lines} current={id} />
          <section className="notes-shown" aria-label={t.title} data-panel={id ?? undefined}>
            <Shown key={id} id={id} />
          </section>
        </div>
      )}
    </div>
  )
}

/** What is open: a note, one that is written, or nothing. */
function Shown({ id }: { readonly id: string | null }) {
  const open = useNotes((state) => (state.open?.id === id ? state.open : null))
  const missing = useNotes((state) => state.missing === id && id !== null)
  const draft = useNotes((state) => (id === null ? undefined : state.drafts[id]))
  const t = notesText()
  useLeaveWhenGone('notes', { open: open !== null, missing, written: draft !== undefined })
  if (id === null) {
    return (
      <div className="screen-empty">
        <EmptyState icon={NotebookPen} title={t.choose}>
          {t.chooseText}
        </EmptyState>
      </div>
    )
  }
  if (isNewPlace(id)) return <NoteEditor key={id} place={id} note={null} draft={draft} deleted={false} />
  if (draft !== undefined && (open !== null || missing)) {
    return <NoteEditor key={id} place={id} note={open} draft={draft} deleted={missing} />
  }
  if (missing) {
    return (
      <NotHere icon={SearchX} title={t.gone} screen="notes" back={t.back}>
        {t.goneText}
      </NotHere>
    )
  }
  if (open === null) return <Waiting />
  return <Read note={open} />
}

function Read({ note }: { readonly note: Note }) {
  return <NoteView key={note.id} note={note} />
}
