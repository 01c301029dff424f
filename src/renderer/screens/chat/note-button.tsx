import { NotebookPen, NotebookText } from 'lucide-react'
import { useRef } from 'react'
import { noteLimits } from '../../../shared/contract/notes'
import { keepAnswer, useNotes } from '../../stores/notes'
import { goTo } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { IconButton } from '../../ui/icon-button'

/** Makes a note of an answer, under what it answers, and leads there; once it is made, it only leads there. */
export function NoteButton({
  question,
  answer,
  wordsOf,
}: {
  readonly question: string
  readonly answer: () => string
  readonly wordsOf: { readonly runId: string; readonly conversationId: string }
}) {
  const making = useRef(false)
  const made = useNotes(({ ofAnswers }) => ofAnswers[wordsOf.runId])
  const t = chatText().note
  const open = (id: string) => goTo({ screen: 'notes', id })
  const keep = async () => {
    // A second press while the first is at work would make it twice.
    if (making.current) return
    making.current = true
    const note = await attempt(
      keepAnswer({ title: titleOf(question) || t.untitled, content: answer() }, wordsOf),
    )
    making.current = false
    if (note === undefined) return
    const action = { label: t.open, onSelect: () => open(note.id) }
    notify({ tone: 'success', title: t.made(note.title), action })
  }
  return (
    <IconButton
      icon={made === undefined ? NotebookPen : NotebookText}
      size="sm"
      label={made === undefined ? t.make : t.openMade}
      tooltipSide="top"
      onClick={() => (made === undefined ? void keep() : open(made))}
    />
  )
}

/** The first line that says something, as long as a title may be. */
function titleOf(question: string): string {
  const line = question.split('\n').find((each) => each.trim() !== '') ?? ''
  const characters = [...line.trim()]
  // A character beyond the basic plane counts as two.
  const room = Math.floor(noteLimits.title / 2)
  return characters.length > room ? `${characters.slice(0, room - 1).join('')}…` : characters.join('')
}
