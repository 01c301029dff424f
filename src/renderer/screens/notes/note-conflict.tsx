import { useMemo } from 'react'
import type { Note } from '../../../shared/contract/notes'
import { splitDiffs, useDiffLayout } from '../../stores/diff-layout'
import { freePlace, type NoteDraft, newDraftAt } from '../../stores/note-drafts'
import { changeNoteDraft, dropNoteDraft, useNotes } from '../../stores/notes'
import { goTo } from '../../stores/page'
import { notesText } from '../../text/notes'
import { Button } from '../../ui/button'
import { Diff } from '../../ui/diff'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { textDifference } from '../../ui/text-difference'
import { actorName, isPerson } from '../actor-name'

/** Somebody changed the note that is being written: both texts, and whose is to stay. */
export function ChangedMeanwhile({ note, draft }: { readonly note: Note; readonly draft: NoteDraft }) {
  const split = useDiffLayout((state) => state.split)
  const hunks = useMemo(() => textDifference(note.content, draft.content), [note.content, draft.content])
  const { changedBy } = note
  const t = notesText()
  const renamed = note.title !== draft.title || note.tags.join('\n') !== draft.tags.join('\n')
  return (
    <>
      <Notice
        tone="warning"
        announce
        title={isPerson(changedBy) ? t.ownConflict : <HiddenText text={t.conflict(actorName(changedBy))} />}
        actions={
          <>
            <Button size="sm" onClick={() => dropNoteDraft(draft.id)}>
              {t.takeTheirs}
            </Button>
            <Button size="sm" onClick={() => changeNoteDraft({ ...draft, revision: note.revision })}>
              {t.keepMine}
            </Button>
          </>
        }
      >
        <p>{t.conflictText}</p>
        {renamed && <HiddenText text={t.otherFields(note.title, note.tags.join(', '))} />}
      </Notice>
      {hunks.length > 0 && (
        <Diff
          hunks={hunks}
          title={note.title}
          split={split}
          onSplit={splitDiffs}
          sides={[t.theirs, t.mine]}
          collapseAfter={80}
        />
      )}
    </>
  )
}

/** Somebody deleted the note that is being written. */
export function DeletedMeanwhile({
  draft,
  onDiscard,
}: {
  readonly draft: NoteDraft
  readonly onDiscard: () => void
}) {
  const t = notesText()
  const keep = () => {
    const { title, content, tags } = draft
    const place = freePlace(useNotes.getState().drafts)
    changeNoteDraft({ ...newDraftAt(place), title, content, tags, written: true })
    dropNoteDraft(draft.id)
    goTo({ screen: 'notes', id: place })
  }
  return (
    <Notice
      tone="warning"
      announce
      title={t.deletedMeanwhile}
      kept={t.deletedMeanwhileText}
      actions={
        <>
          <Button size="sm" onClick={onDiscard}>
            {t.cancel}
          </Button>
          <Button size="sm" onClick={keep}>
            {t.asNew}
          </Button>
        </>
      }
    />
  )
}
