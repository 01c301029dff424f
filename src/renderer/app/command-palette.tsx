import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { showPalette, usePage } from '../stores/page'
import { text } from '../text/text'
import { HiddenText } from '../ui/hidden-text'
import { focusInspector, focusOpened } from './focus-opened'
import { documentsLeft, filterEntries, type PaletteEntry } from './palette-entries'
import { libraryWords, moreDocuments } from './palette-records'
import { usePaletteEntries } from './use-palette-entries'
import './command-palette.css'

/** Enter that finds nothing yet, since what is asked for is still on its way, holds for so long (milliseconds). */
const EARLY_ENTER_MS = 3000

/** Every screen, tool, conversation, document and note by a few letters. */
export function CommandPalette() {
  const open = usePage((page) => page.paletteOpen)
  return open ? <Palette /> : null
}

function Palette() {
  const [typed, setTyped] = useState('')
  const { entries, documents, canSearch } = usePaletteEntries(typed)
  const [chosen, setChosen] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** Until when an Enter holds that came before there was anything to choose. */
  const early = useRef(0)
  const id = useId()
  const fitting = useMemo(() => filterEntries(entries, typed), [entries, typed])
  const left = documentsLeft(fitting, documents)
  const words = typed.trim()
  const shown = [
    ...fitting,
    ...(left > 0 ? [moreDocuments(words, left)] : []),
    ...(canSearch ? [libraryWords(words)] : []),
  ]
  const active = Math.min(chosen, shown.length - 1)
  const t = text().palette

  // Closed while it is still in the page, it gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    showPalette(false)
    const before = usePage.getState()
    entry.run()
    const now = usePage.getState()
    if (now.route !== before.route) focusOpened()
    else if (now.inspected !== null && now.inspected !== before.inspected) focusInspector()
  }
  useEffect(() => {
    if (shown.length === 0 || performance.now() > early.current) return
    early.current = 0
    run(shown[0])
  })
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    early.current = 0
    if (event.key === 'ArrowDown') setChosen((active + 1) % Math.max(1, shown.length))
    else if (event.key === 'ArrowUp') setChosen((active + shown.length - 1) % Math.max(1, shown.length))
    else if (event.key !== 'Enter') return
    else if (shown.length > 0) run(shown[active])
    else early.current = performance.now() + EARLY_ENTER_MS
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t.title}
      onCancel={(event) => {
        event.preventDefault()
        showPalette(false)
      }}
      onPointerDown={(event) => event.target === dialog.current && showPalette(false)}
    >
      <div className="palette-frame">
        <div className="palette-field">
          <Search size={16} aria-hidden />
          <input
            autoFocus
            role="combobox"
            aria-label={t.placeholder}
            aria-expanded={shown.length > 0}
            aria-controls={id}
            aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
            placeholder={t.placeholder}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setChosen(0)
            }}
            onKeyDown={press}
          />
        </div>
        {/* Heard only where it is no part of a list, which has options alone. */}
        {shown.length === 0 && (
          <p className="palette-nothing" role="status">
            {t.nothing}
          </p>
        )}
        <div ref={list} id={id} role="listbox" aria-label={t.title} className="palette-list" tabIndex={-1}>
          {shown.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and takes the keys
            <div
              key={entry.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className="palette-entry"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(entry)}
            >
              <span className="truncate">
                <HiddenText text={entry.title} />
              </span>
              {entry.detail && (
                <span className="palette-detail truncate">
                  <HiddenText text={entry.detail} />
                </span>
              )}
              <span className="palette-group">{entry.group}</span>
            </div>
          ))}
        </div>
      </div>
    </dialog>
  )
}
