import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react'
import { HiddenText } from '../ui/hidden-text'
import { SearchField } from '../ui/search-field'
import './record.css'

/** One that can be chosen. */
export interface Choosable {
  readonly id: string
  /** Of its kind, where there are several. */
  readonly icon?: LucideIcon
  readonly name: string
  /** What tells it from others of the same name. */
  readonly about: string
}

/** Finds one record; radio buttons, so that arrows move between those that were found. */
export function RecordChooser({
  label,
  search,
  find,
  nothing,
  query,
  onQuery,
  found,
  finding = false,
  chosen,
  onChoose,
}: {
  readonly label: string
  /** The search field, for a dialog that begins there. */
  readonly search: Ref<HTMLInputElement>
  /** The word in the search field. */
  readonly find: string
  /** Said where nothing was found. */
  readonly nothing: string
  readonly query: string
  readonly onQuery: (query: string) => void
  /** Null before the first answer. */
  readonly found: readonly Choosable[] | null
  /** Whether that is still what was found for another word. */
  readonly finding?: boolean
  /** The id of one. */
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}) {
  const name = useId()
  const choices = useRef<HTMLFieldSetElement>(null)
  const enteredFor = useRef<string | null>(null)
  useEffect(() => {
    if (finding || enteredFor.current === null) return
    const [first] = found ?? []
    if (enteredFor.current === query && first !== undefined) onChoose(first.id)
    enteredFor.current = null
  })
  const choose = (id: string) => {
    enteredFor.current = null
    onChoose(id)
  }
  const goOn = (event: KeyboardEvent) => {
    const [first] = found ?? []
    if (event.key === 'ArrowDown') enteredFor.current = null
    if (finding && event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // The first of what is found for these words, once it is here.
      event.preventDefault()
      enteredFor.current = query
      return
    }
    if (first === undefined) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      const chosenOne = choices.current?.querySelector<HTMLInputElement>('input:checked')
      if (!chosenOne) onChoose(first.id)
      ;(chosenOne ?? choices.current?.querySelector('input'))?.focus()
    } else if (
      event.key === 'Enter' &&
      !event.nativeEvent.isComposing &&
      !found?.some(({ id }) => id === chosen)
    ) {
      // What was typed is likely to mean the first; a second Enter then does what the dialog is for.
      event.preventDefault()
      onChoose(first.id)
    }
  }
  return (
    <div>
      <SearchField ref={search} label={find} value={query} onChange={onQuery} onKeyDown={goOn} />
      <fieldset ref={choices} className="record-choices">
        <legend className="visually-hidden">{label}</legend>
        {found?.length === 0 && <p className="record-quiet">{nothing}</p>}
        {found?.map(({ id, icon: Icon, name: title, about }) => (
          <label key={id} className="record-choice">
            <input type="radio" name={name} checked={chosen === id} onChange={() => choose(id)} />
            {Icon && <Icon size={15} aria-hidden />}
            <span className="truncate">
              <HiddenText text={title} />
            </span>
            <span className="record-quiet truncate">
              <HiddenText text={about} />
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
