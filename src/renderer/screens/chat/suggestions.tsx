import { useEffect, useRef } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { toolView } from '../../app/tool-views'
import { text } from '../../text/text'
import { ClassBadge } from '../../ui/class-badge'
import { exampleCall, fieldHints, type Suggestion } from './slash'

/** Tools that fit what is typed after `/`. */
export function Suggestions({
  id,
  suggestions,
  active,
  onChoose,
}: {
  readonly id: string
  readonly suggestions: readonly Suggestion[]
  readonly active: number
  readonly onChoose: (suggestion: Suggestion) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={text().chat.suggestions}
      className="suggestions"
      tabIndex={-1}
    >
      {suggestions.map((suggestion, index) => {
        const { tool, name } = suggestion
        const Icon = toolView(tool.name).icon
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and takes the keys
          <div
            key={tool.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="suggestion"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            <Icon size={15} aria-hidden />
            <span className="suggestion-name">/{name}</span>
            <span className="suggestion-fields">{fieldsLine(tool)}</span>
            <span className="suggestion-title">{tool.title}</span>
            <ClassBadge toolClass={tool.class} />
          </div>
        )
      })}
    </div>
  )
}

/** The fields of the tool that is being called, and how a call is typed that needs several. */
export function ArgumentsHint({ tool, name }: { readonly tool: ToolInfo; readonly name: string }) {
  const hints = fieldHints(tool)
  const example = exampleCall(tool, name)
  if (hints.length === 0) return null
  return (
    <div className="arguments-hint">
      <ClassBadge toolClass={tool.class} />
      <dl aria-label={text().chat.argumentsHint}>
        {hints.map((hint) => (
          <div key={hint.name} title={hint.description}>
            <dt data-required={hint.required || undefined}>
              {hint.name}
              {hint.name !== tool.primary && '='}
            </dt>
            <dd>{hint.type}</dd>
          </div>
        ))}
      </dl>
      {example !== null && (
        <p className="arguments-example">
          {text().chat.example} <code>{example}</code>
        </p>
      )}
    </div>
  )
}

function fieldsLine(tool: ToolInfo): string {
  return fieldHints(tool)
    .map((hint) => (hint.required || hint.name === tool.primary ? hint.name : `[${hint.name}]`))
    .join(' ')
}
