import { HiddenText, revealed } from './hidden-text'
import { JsonView } from './json-view'
import { KeyValues } from './key-values'
import { Table } from './table'
import './generic-value.css'

/** Rows that a table shows; a longer list is a tree, which shows a part at a time. */
const rowsAtOnce = 100
/** Columns of a table; what is wider is a tree. */
const mostColumns = 6

/** What a tool without a view of its own answered: facts by name, lists of alike things as tables, the rest as a tree. */
export function GenericValue({ value }: { readonly value: unknown }) {
  // A tree shows a part of many at a time.
  if (!isRecord(value) || Object.keys(value).length > rowsAtOnce)
    return <JsonView value={value} openDepth={2} />
  const entries = Object.entries(value)
  const facts = entries.filter(([, one]) => isScalar(one))
  const rest = entries.filter(([, one]) => !isScalar(one))
  return (
    <div className="ui-generic">
      <KeyValues
        items={facts.map(([label, one]) => ({
          label: inWords(label),
          value: <HiddenText text={String(one)} />,
        }))}
      />
      {rest.map(([name, one]) => (
        <section key={name} aria-label={inWords(name)}>
          <h4 className="ui-generic-name">{revealed(inWords(name))}</h4>
          <List name={name} value={one} />
        </section>
      ))}
    </div>
  )
}

interface GenericRow {
  readonly id: string
  readonly row: unknown
}

function List({ name, value }: { readonly name: string; readonly value: unknown }) {
  const columns = columnsOf(value)
  if (columns === null || !Array.isArray(value)) return <JsonView value={value} openDepth={2} />
  const rows = value.map((row: unknown, index) => ({ id: String(index), row }))
  return (
    <Table<GenericRow>
      caption={inWords(name)}
      rowKey={({ id }) => id}
      rows={rows}
      columns={columns.map((column) => ({
        id: column,
        header: inWords(column),
        headerCell: <span className="truncate">{revealed(inWords(column))}</span>,
        cell: ({ row }) => <HiddenText text={isRecord(row) ? String(row[column] ?? '') : ''} />,
      }))}
    />
  )
}

/** The fields that all entries of a list have, where a table can show them; null for everything else. */
function columnsOf(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > rowsAtOnce) return null
  const names = new Set<string>()
  for (const row of value) {
    if (!isRecord(row) || !Object.values(row).every(isScalar)) return null
    for (const name of Object.keys(row)) names.add(name)
  }
  return names.size > 0 && names.size <= mostColumns ? [...names] : null
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inWords(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words === '' ? name : `${words.slice(0, 1).toLocaleUpperCase()}${words.slice(1)}`
}
