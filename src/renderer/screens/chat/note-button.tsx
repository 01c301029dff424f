import { NotebookPen } from 'lucide-react'
import { useRef } from 'react'
import { noteLimits } from '../../../shared/contract/notes'
import { keepAnswer } from '../../stores/notes'
import { goTo } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { IconButton } from '../../ui/icon-button'

/** Makes a note of an answer, under what it answers, and leads there. */
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
  const t = chatText().note
  const keep = async () => {
    // A second press while the first is at work would make it twice.
    if (making.current) return
    making.current = true
    const note = await attempt(
      keepAnswer({ title: titleOf(question) || t.untitled, content: answer() }, wordsOf),
    )
    making.current = false
    if (note === undefined) return
    const open = () => goTo({ screen: 'notes', id: note.id })
    notify({ tone: 'success', title: t.made(note.title), action: { label: t.open, onSelect: open } })
  }
  return (
    <IconButton icon={NotebookPen} size="sm" label={t.make} tooltipSide="top" onClick={() => void keep()} />
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
