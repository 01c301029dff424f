import { NotebookText } from 'lucide-react'
import type { Note } from '../../../shared/contract/notes'
import { useNotes } from '../../stores/notes'
import { notesText } from '../../text/notes'
import { HiddenText } from '../../ui/hidden-text'

/** The notes whose text links to this one; nothing where none does. */
export function LinkedFrom({ note }: { readonly note: Note }) {
  const linking = useNotes((state) => (state.linking?.id === note.id ? state.linking : null))
  const t = notesText()
  if (linking === null || linking.notes.length === 0) return null
  const { notes, more } = linking
  return (
    <section className="note-linked" aria-label={t.linkedFrom}>
      <h3>{t.linkedFrom}</h3>
      <ul>
        {notes.map(({ id, title, beginning }) => (
          <li key={id} className="note-linking">
            <NotebookText size={14} aria-hidden />
            <a href={`#/notes/${encodeURIComponent(id)}`}>
              <HiddenText text={title} />
            </a>
            <span className="note-linking-text truncate">
              <HiddenText text={beginning} />
            </span>
          </li>
        ))}
      </ul>
      {more && <p className="note-linking-text">{t.firstLinking(notes.length)}</p>}
    </section>
  )
}
