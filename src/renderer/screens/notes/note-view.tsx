import { Info, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import type { Note } from '../../../shared/contract/notes'
import type { NoteLinkMark } from '../../../shared/markdown/note-links'
import { attach } from '../../stores/conversations'
import { draftOfNote } from '../../stores/note-drafts'
import { changeNoteDraft, deleteNote, rewriteNote, showTag } from '../../stores/notes'
import { goTo, leaveTo } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { formatMoment } from '../../text/language'
import { notesText } from '../../text/notes'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Markdown } from '../../ui/markdown'
import { withTick } from '../../ui/markdown-task'
import { RelativeTime } from '../../ui/relative-time'
import { useWords } from '../../ui/words'
import { actorName } from '../actor-name'
import { BackTo } from '../catalog/back-to'
import { LinkedFrom } from './linked-from'
import { NoteLink } from './note-link'

/** As in the style sheet: the list or a note. */
const oneAtATime = '(max-width: 820px)'
/** Names of what was read from outside, and former titles, that are shown. */
const namesShown = 3

/** A note as it is read. */
export function NoteView({ note }: { readonly note: Note }) {
  const { id, title, content, outside } = note
  const t = notesText()
  const { quoted } = useWords()
  const ask = () => {
    attach(null, [{ kind: 'note', noteId: id, title }])
    goTo({ screen: 'chat', id: null })
  }
  return (
    <article className="note" aria-label={title}>
      <div className="note-bar">
        <BackButton />
        <div className="note-actions">
          <Button size="sm" icon={Pencil} onClick={() => changeNoteDraft(draftOfNote(note))}>
            {t.edit}
          </Button>
          <IconButton icon={MessageSquare} size="sm" label={t.ask} onClick={ask} />
          <CopyButton label={t.copy} text={() => markdownOf(note)} />
          <IconButton icon={Trash2} size="sm" label={t.delete} onClick={() => void attempt(deleteNote(id))} />
        </div>
      </div>
      <h2 className="note-title" tabIndex={-1} data-home>
        <HiddenText text={title} />
      </h2>
      <About note={note} />
      {outside.length > 0 && (
        <p className="note-outside">
          <Info size={14} aria-hidden />
          <span>
            <HiddenText text={t.fromOutside(outside.slice(0, namesShown).map(quoted).join(', '))} />
          </span>
        </p>
      )}
      {content.trim() === '' ? (
        <p className="note-empty">{t.emptyNote}</p>
      ) : (
        <Markdown
          text={content}
          onLink={leaveTo}
          hasFrontMatter
          renderNoteLink={renderNoteLink}
          onTick={(place, done) => void attempt(tick(id, place, done))}
        />
      )}
      <LinkedFrom note={note} />
    </article>
  )
}

const renderNoteLink = (link: NoteLinkMark) => <NoteLink link={link} />

/** Saves a note with a task that is done, or is not any more. */
async function tick(id: string, place: number, done: boolean): Promise<void> {
  const saved = await rewriteNote(id, (content) => withTick(content, place, done))
  if (saved === null) notify({ tone: 'info', title: notesText().notTicked })
}

/** Back to the list, where there is no room beside it. */
export function BackButton() {
  return (
    <span className="note-back">
      <BackTo screen="notes">{notesText().back}</BackTo>
    </span>
  )
}

function About({ note }: { readonly note: Note }) {
  const { tags, formerTitles, changedBy, createdBy, createdAt, updatedAt } = note
  const t = notesText()
  const { quoted } = useWords()
  return (
    <div className="note-about">
      <p>
        {t.changed} <RelativeTime at={updatedAt} /> <HiddenText text={t.by(actorName(changedBy))} />
        <span title={actorName(createdBy)}> · {t.made(formatMoment(createdAt))}</span>
      </p>
      {formerTitles.length > 0 && (
        <p>
          <HiddenText text={t.formerly(formerTitles.slice(0, namesShown).map(quoted).join(', '))} />
        </p>
      )}
      {tags.length > 0 && (
        <ul className="note-tags" aria-label={t.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                className="note-tag"
                aria-label={t.showTag(tag)}
                onClick={() => showTagged(tag)}
              >
                <HiddenText text={tag} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The list of the notes of a tag; where it has no room beside the note, in its place. */
function showTagged(tag: string): void {
  showTag(tag)
  if (window.matchMedia(oneAtATime).matches) goTo({ screen: 'notes', id: null })
}

/** A note as a text of its own. */
function markdownOf({ title, content }: Note): string {
  return `# ${title}\n\n${content}`
}
