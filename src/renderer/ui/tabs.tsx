import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Count } from './badge'
import './tabs.css'

/** One tab of {@link Tabs}. */
export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly icon?: LucideIcon
  readonly count?: number
}

/** Props of {@link Tabs}. */
export interface TabsProps<Id extends string> {
  /** The accessible name of the row of tabs. */
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  /** The content of the chosen tab. */
  readonly children: ReactNode
}

/** A row of tabs over the content of the chosen one; arrows choose. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  const base = useId()
  const row = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value)
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const to = targets[event.key]
    const tab = to === undefined ? undefined : tabs[to]
    if (to === undefined || !tab) return
    event.preventDefault()
    onChange(tab.id)
    row.current?.querySelectorAll<HTMLButtonElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div className="ui-tabs">
      <div ref={row} role="tablist" aria-label={label} className="ui-tabs-row" onKeyDown={press}>
        {tabs.map(({ id, label: text, icon: Icon, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === value}
            aria-controls={`${base}-panel`}
            tabIndex={id === value ? 0 : -1}
            className="ui-tab"
            onClick={() => onChange(id)}
          >
            {Icon && <Icon size={14} aria-hidden />}
            {text}
            {count !== undefined && <Count value={count} />}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${value}`}
        className="ui-tabs-panel"
      >
        {children}
      </div>
    </div>
  )
}
