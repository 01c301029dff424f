import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { wordsLimitCharacters } from '../../../shared/contract/conversation-list'
import { typingPauseMs } from '../../app/typing-pause'
import { findInConversation } from '../../stores/conversation-list'
import { useConversations } from '../../stores/conversations'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { IconButton } from '../../ui/icon-button'
import { TextField } from '../../ui/text-field'
import { bringIntoView } from './bring-into-view'
import { markFound } from './mark-found'
import './find-bar.css'

/** Finds messages of the shown branch, loaded or not, and goes from one to the next. */
export function FindBar({
  conversationId,
  content,
  onClose,
}: {
  readonly conversationId: string
  readonly content: RefObject<HTMLElement | null>
  readonly onClose: () => void
}) {
  const [words, setWords] = useState('')
  const [places, setPlaces] = useState<readonly number[] | null>(null)
  const [at, setAt] = useState(0)
  const t = chatText().find

  const go = (to: number, among: readonly number[]) => {
    const index = among[to]
    if (index === undefined) return
    setAt(to)
    useConversations.setState({ lookedAt: { conversationId, index } })
  }
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(async () => {
      if (words.trim() === '') return setPlaces(null)
      const found = await attempt(findInConversation(conversationId, words))
      if (!wanted || found === undefined) return
      setPlaces(found)
      // The newest first: that is where the reader is.
      setAt(found.length - 1)
      const index = found.at(-1)
      if (index !== undefined) useConversations.setState({ lookedAt: { conversationId, index } })
    }, typingPauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [conversationId, words])
  useEffect(() => markFound(content.current, words), [content, words])
  const lookedAt = useConversations((all) => all.lookedAt)
  useEffect(() => {
    if (lookedAt === null || content.current === null || words.trim() === '') return
    return bringIntoView(content.current, lookedAt.index, words)
  }, [content, lookedAt, words])
  useEffect(() => () => useConversations.setState({ lookedAt: null }), [])

  const step = (by: 1 | -1) => {
    const count = places?.length ?? 0
    if (places && count > 0) go((at + by + count) % count, places)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) step(event.shiftKey ? 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const none = places === null || places.length === 0
  return (
    <search className="find-bar" aria-label={t.title} onKeyDown={press}>
      <TextField
        autoFocus
        label={t.box}
        labelHidden
        placeholder={t.box}
        maxLength={wordsLimitCharacters}
        value={words}
        onChange={setWords}
      />
      <span className="find-bar-place numeric" role="status">
        {places === null ? '' : none ? t.nothing : t.place(at + 1, places.length)}
      </span>
      <IconButton icon={ChevronUp} size="sm" label={t.previous} disabled={none} onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} size="sm" label={t.next} disabled={none} onClick={() => step(1)} />
      <IconButton icon={X} size="sm" label={t.close} onClick={onClose} />
    </search>
  )
}
