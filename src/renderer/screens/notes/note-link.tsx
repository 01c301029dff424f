import type { NoteLinkMark } from '../../../shared/markdown/note-links'
import { freePlace, newDraftAt } from '../../stores/note-drafts'
import { changeNoteDraft, useNoteOfLink, useNotes } from '../../stores/notes'
import { goTo } from '../../stores/page'
import { notesText } from '../../text/notes'
import { HiddenText } from '../../ui/hidden-text'
import { Tooltip } from '../../ui/tooltip'

/** A link within a note to another one; where none is called so, a click begins it. */
export function NoteLink({ link }: { readonly link: NoteLinkMark }) {
  const note = useNoteOfLink(link)
  const t = notesText()
  const shown = <HiddenText text={link.shown} />
  // The notes are not here yet.
  if (note === undefined) return <span>{shown}</span>
  if (note !== null) {
    return (
      <Tooltip text={t.opensNote(note.title)}>
        <a className="note-link" href={`#/notes/${encodeURIComponent(note.id)}`}>
          {shown}
        </a>
      </Tooltip>
    )
  }
  return (
    <Tooltip text={t.beginsNote(link.title)}>
      <button type="button" className="note-link" data-missing onClick={() => beginNote(link.title)}>
        {shown}
      </button>
    </Tooltip>
  )
}

/** Begins a note with a title; what was begun before stays where it is. */
function beginNote(title: string): void {
  const place = freePlace(useNotes.getState().drafts)
  changeNoteDraft({ ...newDraftAt(place), title, written: true })
  goTo({ screen: 'notes', id: place })
}
