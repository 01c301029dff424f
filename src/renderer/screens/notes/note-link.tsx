import type { NoteLinkMark } from '../../../shared/markdown/note-links'
import { isSameName } from '../../../shared/text/one-line'
import { freePlace, newDraftAt, placeOf } from '../../stores/note-drafts'
import { changeNoteDraft, useNoteOfLink, useNotes } from '../../stores/notes'
import { goTo } from '../../stores/page'
import { notesText } from '../../text/notes'
import { HiddenText } from '../../ui/hidden-text'
import { Tooltip } from '../../ui/tooltip'

/** A link within a note to another one; where none is called so, a click begins it. */
export function NoteLink({ link }: { readonly link: NoteLinkMark }) {
  const note = useNoteOfLink(link)
  const t = notesText()
  const isWhole = note != null && link.words === null && isSameName(note.title, link.target)
  const shown = <HiddenText text={isWhole ? note.title : link.shown} />
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

/** Goes to a new note of this title; one that was begun so is gone on with, and what nobody wrote in gives its place. */
function beginNote(title: string): void {
  const { drafts } = useNotes.getState()
  const begun = Object.values(drafts).filter(({ id }) => id === null)
  const same = begun.find((draft) => isSameName(draft.title, title))
  const unwritten = begun.find(({ written }) => !written)
  const place = same ?? unwritten
  const at = place === undefined ? freePlace(drafts) : placeOf(place)
  if (same === undefined) changeNoteDraft({ ...newDraftAt(at), title })
  goTo({ screen: 'notes', id: at })
}
