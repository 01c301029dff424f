import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { startOf } from '../../shared/text/start-of'
import { classNames } from './class-names'
import { CopyButton } from './copy-button'
import { HiddenText } from './hidden-text'
import { useWords } from './words'
import './json-view.css'

/** Entries of one array or object shown before "Show more". */
const ENTRIES_AT_ONCE = 100
/** Characters of one string shown before "Show the whole text". */
const STRING_AT_ONCE = 500

/** Raw JSON as a tree that opens; for those who want to see exactly what went over the wire. */
export function JsonView({
  value,
  openDepth = 1,
}: {
  readonly value: unknown
  /** How many levels are open at first. */
  readonly openDepth?: number
}) {
  return (
    <div className="ui-json">
      <Node value={value} depth={0} openDepth={openDepth} />
      <span className="ui-json-copy">
        <CopyButton text={() => JSON.stringify(value, null, 2) ?? 'null'} />
      </span>
    </div>
  )
}

interface NodeProps {
  readonly name?: string
  readonly value: unknown
  readonly depth: number
  readonly openDepth: number
}

function Node({ name, value, depth, openDepth }: NodeProps) {
  const label = name === undefined ? null : <Name name={name} />
  if (value === null || typeof value !== 'object') {
    return (
      <div className="ui-json-line">
        {label}
        <Scalar value={value} />
      </div>
    )
  }
  const entries = Array.isArray(value)
    ? value.map((item, index) => [String(index), item] as const)
    : Object.entries(value)
  return (
    <Branch
      label={label}
      isArray={Array.isArray(value)}
      entries={entries}
      depth={depth}
      openDepth={openDepth}
    />
  )
}

function Branch({
  label,
  isArray,
  entries,
  depth,
  openDepth,
}: {
  readonly label: React.ReactNode
  readonly isArray: boolean
  readonly entries: readonly (readonly [string, unknown])[]
  readonly depth: number
  readonly openDepth: number
}) {
  const words = useWords()
  const [open, setOpen] = useState(depth < openDepth)
  const [limit, setLimit] = useState(ENTRIES_AT_ONCE)
  const [left, right] = isArray ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) {
    return (
      <div className="ui-json-line">
        {label}
        <span className="ui-json-quiet">
          {left}
          {right}
        </span>
      </div>
    )
  }
  return (
    <div>
      <button
        type="button"
        className="ui-json-line ui-json-toggle"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight
          size={12}
          aria-hidden
          className={classNames('ui-json-arrow', open && 'ui-json-arrow-open')}
        />
        {label}
        <span className="ui-json-quiet">{open ? left : `${left} ${entries.length} ${right}`}</span>
      </button>
      {open && (
        <>
          <ul className="ui-json-children">
            {entries.slice(0, limit).map(([key, item]) => (
              <li key={key}>
                <Node name={key} value={item} depth={depth + 1} openDepth={openDepth} />
              </li>
            ))}
            {entries.length > limit && (
              <li>
                <button
                  type="button"
                  className="ui-json-more"
                  onClick={() => setLimit(limit + ENTRIES_AT_ONCE)}
                >
                  {words.showMore(Math.min(ENTRIES_AT_ONCE, entries.length - limit))}
                </button>
              </li>
            )}
          </ul>
          <div className="ui-json-line ui-json-quiet">{right}</div>
        </>
      )}
    </div>
  )
}

function Name({ name }: { readonly name: string }) {
  return (
    <span className="ui-json-name">
      <HiddenText text={name} />
      <span className="ui-json-quiet">: </span>
    </span>
  )
}

function Scalar({ value }: { readonly value: unknown }) {
  const words = useWords()
  const [whole, setWhole] = useState(false)
  if (typeof value !== 'string') return <span className="ui-json-value">{String(value)}</span>
  const cut = !whole && value.length > STRING_AT_ONCE
  return (
    <span className="ui-json-string">
      <span className="ui-json-quiet">"</span>
      <HiddenText text={cut ? startOf(value, STRING_AT_ONCE) : value} indentation="keep" />
      {cut ? (
        <button type="button" className="ui-json-more" onClick={() => setWhole(true)}>
          … {words.showWhole}
        </button>
      ) : (
        <span className="ui-json-quiet">"</span>
      )}
    </span>
  )
}
