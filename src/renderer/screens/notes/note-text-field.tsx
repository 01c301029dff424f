import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { NoteLine } from '../../../shared/contract/notes'
import { useNotes } from '../../stores/notes'
import { notesText } from '../../text/notes'
import { useAnchoredPopover } from '../../ui/anchored-position'
import { caretPlace } from '../../ui/caret-place'
import { HiddenText } from '../../ui/hidden-text'
import { pressedInList } from '../../ui/pressed-in-list'
import { TextArea } from '../../ui/text-area'
import { type BegunLink, linkAt, linkOffers, linkTo } from './link-offers'

/** Pixels at which the text scrolls in its own field. */
const longestField = 4000

/** The text of a note that is written; titles of other notes are offered after `[[`. */
export function NoteTextField({
  own,
  text,
  error,
  onChange,
}: {
  /** The note that is written; null for a new one. */
  readonly own: string | null
  readonly text: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const lines = useNotes((state) => state.lines)
  const listId = useId()
  const t = notesText()
  const link = caret === null ? null : linkAt(text, caret)
  // A list that was closed stays so until another link is begun.
  if (dismissed !== null && dismissed !== link?.start) setDismissed(null)
  const isOpen = link !== null && dismissed !== link.start
  const offers = isOpen ? linkOffers(link.words, lines ?? [], own) : []
  const chosen = Math.min(active, offers.length - 1)

  const accept = (note: NoteLine | undefined) => {
    if (note === undefined || link === null || area.current === null) return
    write(area.current, link, note.title)
    setCaret(null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || offers.length === 0) return
    pressedInList(event, {
      ...{ count: offers.length, active: chosen, setActive },
      accept: () => accept(offers[chosen]),
      dismiss: () => setDismissed(link?.start ?? null),
    })
  }
  return (
    <div className="note-text">
      <TextArea
        ref={area}
        label={t.text}
        hint={t.textHint}
        error={error}
        rows={14}
        maxHeight={longestField}
        value={text}
        {...(offers.length > 0 && {
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${chosen}`,
        })}
        onChange={(written) => {
          setCaret(area.current?.selectionStart ?? null)
          setActive(0)
          onChange(written)
        }}
        // Where somebody only goes through the text nothing is offered.
        onSelect={(event) => {
          const at = event.currentTarget.selectionStart
          setCaret((before) => (before === null || linkAt(text, at)?.start !== link?.start ? null : at))
        }}
        onBlur={() => setCaret(null)}
        onKeyDown={press}
      />
      {offers.length > 0 && link !== null && (
        <LinkOffers
          // It is placed anew where it needs another height.
          key={`${link.start} ${offers.length}`}
          {...{ id: listId, area, offers, active: chosen }}
          at={link.start}
          onChoose={(note) => accept(note)}
        />
      )}
    </div>
  )
}

/** Puts a link where it was begun, as if it were typed: so it can be taken back by the field's own undo. */
function write(area: HTMLTextAreaElement, link: BegunLink, title: string): void {
  const { end, written } = linkTo(area.value, link, title)
  area.focus()
  area.setSelectionRange(link.start, end)
  document.execCommand('insertText', false, written)
}

function LinkOffers({
  id,
  area,
  at,
  offers,
  active,
  onChoose,
}: {
  readonly id: string
  readonly area: { readonly current: HTMLTextAreaElement | null }
  /** The place in the text beside which they are shown. */
  readonly at: number
  readonly offers: readonly NoteLine[]
  readonly active: number
  readonly onChoose: (note: NoteLine) => void
}) {
  const place = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const around = place.current?.parentElement
    if (place.current === null || area.current === null || around == null) return
    const { left, top, height } = caretPlace(area.current, at)
    const [field, box] = [area.current.getBoundingClientRect(), around.getBoundingClientRect()]
    Object.assign(place.current.style, {
      left: `${field.left - box.left + left}px`,
      top: `${field.top - box.top + top}px`,
      height: `${height}px`,
    })
  }, [area, at])
  useAnchoredPopover(true, place, list, 'bottom', 'start')
  return (
    <>
      <span ref={place} aria-hidden className="note-caret" />
      <div
        ref={list}
        id={id}
        popover="manual"
        role="listbox"
        aria-label={notesText().linkOffers}
        tabIndex={-1}
        className="ui-menu note-offers"
      >
        {offers.map((note, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and takes the keys
          <div
            key={note.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="note-offer"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(note)}
          >
            <span className="note-offer-title truncate">
              <HiddenText text={note.title} />
            </span>
            <span className="note-offer-text truncate">
              <HiddenText text={note.beginning} />
            </span>
          </div>
        ))}
      </div>
    </>
  )
}
