import { FilterX, ListFilter } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Change } from '../../../shared/contract/changes'
import { keysOf } from '../../../shared/json/keys-of'
import { useCatalog } from '../../app/tool-views'
import { type ChangesFilter, everything, isNarrowed, loadChanges, useChanges } from '../../stores/changes'
import { useConversations } from '../../stores/conversations'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { Select, type SelectOption } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { useWords } from '../../ui/words'
import './activity.css'

/** Narrows the timeline: tool, who, kind, state and days. */
export function ActivityFilters() {
  const filter = useChanges((state) => state.filter)
  const words = useWords()
  const t = decisionText().activity
  const set = (change: Partial<ChangesFilter>) => void attempt(loadChanges({ ...filter, ...change }))
  return (
    <fieldset className="activity-filters">
      <legend className="visually-hidden">{t.filters}</legend>
      <ToolFilter filter={filter} onChange={set} />
      <Choice
        label={t.actor}
        any={t.anyone}
        value={filter.actor}
        names={t.actors}
        onChange={(actor) => set({ actor })}
      />
      <Choice
        label={t.class}
        any={t.anyClass}
        value={filter.class}
        names={classNamesOf(words.classes)}
        onChange={(value) => set({ class: value, deleted: undefined })}
      />
      <Choice
        label={t.status}
        any={t.anyStatus}
        value={filter.status}
        names={t.statuses}
        onChange={(status) => set({ status, deleted: undefined })}
      />
      <TextField
        label={t.from}
        type="date"
        value={filter.from ?? ''}
        max={filter.to}
        onChange={(from) => set({ from: from || undefined })}
      />
      <TextField
        label={t.to}
        type="date"
        value={filter.to ?? ''}
        min={filter.from}
        onChange={(to) => set({ to: to || undefined })}
      />
    </fieldset>
  )
}

function classNamesOf({ read: _, ...writes }: Readonly<Record<Change['class'] | 'read', string>>) {
  return writes
}

/** A list of values with one more that means all of them. */
function Choice<Value extends string>({
  label,
  any,
  value,
  names,
  onChange,
}: {
  readonly label: string
  readonly any: string
  readonly value: Value | undefined
  readonly names: Readonly<Record<Value, string>>
  readonly onChange: (value: Value | undefined) => void
}) {
  const options: SelectOption<Value | ''>[] = [
    { value: '', label: any },
    ...keysOf(names).map((one) => ({ value: one, label: names[one] })),
  ]
  return (
    <Select
      label={label}
      value={value ?? ''}
      options={options}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
    />
  )
}

function ToolFilter({
  filter,
  onChange,
}: {
  readonly filter: ChangesFilter
  readonly onChange: (change: Partial<ChangesFilter>) => void
}) {
  const tools = useCatalog()
  const t = decisionText().activity
  const options = useMemo(() => {
    const writes = tools.filter((tool) => tool.class !== 'read')
    const modules = Map.groupBy(writes, (tool) => tool.module)
    return [...modules].flatMap(([module, members]) => [
      { value: `module:${module}`, label: t.allOf(members[0]?.moduleTitle ?? module) },
      ...members.map((tool) => ({ value: `tool:${tool.name}`, label: `\u2003${tool.title}` })),
    ])
  }, [tools, t])
  const value =
    filter.tool !== undefined
      ? `tool:${filter.tool}`
      : filter.module !== undefined
        ? `module:${filter.module}`
        : ''
  return (
    <Select
      label={t.area}
      value={value}
      options={[{ value: '', label: t.allTools }, ...options]}
      onChange={(chosen) => {
        const [kind, name] = chosen.split(':')
        onChange({
          tool: kind === 'tool' ? name : undefined,
          module: kind === 'module' ? name : undefined,
        })
      }}
    />
  )
}

/** Which area is shown, where the filters that say so are closed. */
function OnlyModule({ module }: { readonly module: string }) {
  const title = useCatalog().find((tool) => tool.module === module)?.moduleTitle ?? module
  return <span>{decisionText().activity.allOf(title)}</span>
}

/** Opens the filters; says how the timeline is narrowed, with the way back. */
export function useFilterBar(): {
  readonly open: boolean
  readonly button: React.ReactNode
  readonly state: React.ReactNode
} {
  const filter = useChanges((state) => state.filter)
  const narrowed = isNarrowed({ ...filter, search: '' })
  const [asked, setAsked] = useState(narrowed && !filter.deleted)
  const t = decisionText().activity
  const title = useConversations((state) => state.list.find(({ id }) => id === filter.conversationId)?.title)
  return {
    open: asked,
    button: (
      <IconButton icon={ListFilter} label={t.filters} pressed={asked} onClick={() => setAsked(!asked)} />
    ),
    state: narrowed && (
      <p className="activity-narrowed" role="status">
        {filter.conversationId !== undefined && (
          <span>{t.onlyConversation(title ?? filter.conversationId)}</span>
        )}
        {filter.module !== undefined && !asked && <OnlyModule module={filter.module} />}
        <Button
          size="sm"
          variant="ghost"
          icon={FilterX}
          onClick={() => void attempt(loadChanges({ ...everything, search: filter.search }))}
        >
          {t.clear}
        </Button>
      </p>
    ),
  }
}
