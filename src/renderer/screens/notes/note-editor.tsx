import { useEffect, useMemo, useRef } from 'react'
import { type Note, noteLimits } from '../../../shared/contract/notes'
import { tagLimits } from '../../../shared/tags'
import { draftOfNote, freePlace, type NoteDraft, newDraftAt } from '../../stores/note-drafts'
import { changeNoteDraft, dropNoteDraft, saveNote, tagsOf, useNotes } from '../../stores/notes'
import { goOnFromHere, goTo } from '../../stores/page'
import { notify } from '../../stores/toasts'
import { notesText } from '../../text/notes'
import { EditorForm } from '../catalog/editor-form'
import { tellDropped } from '../catalog/tell-dropped'
import { useSaving } from '../catalog/use-saving'
import { TagField } from '../library/tag-field'
import { ChangedMeanwhile, DeletedMeanwhile } from './note-conflict'
import { NoteEditorBar } from './note-editor-bar'
import { NoteTextField } from './note-text-field'
import { NoteTitleField } from './note-title-field'

/** Writes a note, or a new one; what is not saved is kept, wherever one goes meanwhile. */
export function NoteEditor({
  place,
  note,
  draft: kept,
  deleted,
}: {
  /** The end of its address. */
  readonly place: string
  /** As it is stored; null for a new one, and where it is gone. */
  readonly note: Note | null
  readonly draft: NoteDraft | undefined
  readonly deleted: boolean
}) {
  const draft = kept ?? newDraftAt(place)
  const form = useRef<HTMLFormElement>(null)
  const { asked, busy, trySaving } = useSaving(form)
  const lines = useNotes((state) => state.lines)
  const known = useMemo(() => tagsOf(lines ?? []).map(({ tag }) => tag), [lines])
  const t = notesText()
  const problems = problemsOf(draft)
  const moved = draft.written && note !== null && note.revision !== draft.revision
  const change = (more: Partial<NoteDraft>) => changeNoteDraft({ ...draft, ...more, written: true })
  // Where nothing was written yet there is nothing to compare: it goes on from what is there now.
  useEffect(() => {
    if (note === null || kept === undefined || kept.written || kept.revision === note.revision) return
    changeNoteDraft(draftOfNote(note))
  }, [note, kept])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(draft.id === null ? 'input' : 'textarea')?.focus()
  }, [draft.id])

  // What was typed as a tag and not ended is meant as well.
  const latest = () => useNotes.getState().drafts[place] ?? draft
  const save = async () => {
    const goOn = goOnFromHere()
    const saved = await saveNote(latest())
    if (saved === null) return
    notify({ tone: 'success', title: t.saved(saved.title) })
    goOn({ screen: 'notes', id: saved.id })
  }
  const isRight = () => Object.values(problemsOf(latest())).every((problem) => problem === undefined)
  const cancel = () => {
    dropNoteDraft(place)
    if (kept !== undefined && isChanged(kept, note)) {
      tellDropped(() => {
        // Another new note may have been begun at its place.
        const free = kept.id ?? freePlace(useNotes.getState().drafts)
        changeNoteDraft({ ...kept, place: free })
        goTo({ screen: 'notes', id: free })
      })
    }
    if (draft.id === null || deleted) goTo({ screen: 'notes', id: null })
  }

  return (
    <EditorForm
      ref={form}
      className="note note-editor"
      label={draft.id === null ? t.newTitle : t.editing(draft.title)}
      onSave={() => {
        if (!moved && !deleted) void trySaving(isRight, save)
      }}
    >
      <NoteEditorBar busy={busy} disabled={moved || deleted} onCancel={cancel} />
      {deleted && <DeletedMeanwhile draft={draft} onDiscard={cancel} />}
      {moved && <ChangedMeanwhile note={note} draft={draft} />}
      <NoteTitleField
        form={form}
        title={draft.title}
        error={asked || draft.title.length > noteLimits.title ? problems.title : undefined}
        onChange={(title) => change({ title })}
      />
      <NoteTextField
        own={draft.id}
        text={draft.content}
        error={problems.content}
        onChange={(content) => change({ content })}
      />
      <TagField
        label={t.tags}
        hint={t.tagsHint}
        error={problems.tags}
        tags={draft.tags}
        known={known}
        onChange={(tags) => {
          // It is told of the end of typing too, where nothing changed.
          if (tags.join('\n') !== draft.tags.join('\n')) change({ tags })
        }}
      />
    </EditorForm>
  )
}

function problemsOf({ title, content, tags }: NoteDraft) {
  const t = notesText()
  return {
    title:
      title.trim() === ''
        ? t.titleMissing
        : title.length > noteLimits.title
          ? t.titleLong(noteLimits.title)
          : undefined,
    content: content.length > noteLimits.content ? t.textLong(content.length, noteLimits.content) : undefined,
    tags: tags.length > tagLimits.count ? t.tooManyTags(tagLimits.count) : undefined,
  } satisfies Partial<Record<keyof NoteDraft, string | undefined>>
}

function isChanged(draft: NoteDraft, note: Note | null): boolean {
  const { title, content, tags } = draftOfNote(note)
  return draft.title !== title || draft.content !== content || draft.tags.join('\n') !== tags.join('\n')
}
