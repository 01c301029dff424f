import { isRecord } from '../../shared/json/is-record'
import { type FieldSchema, fieldsInOrder, schemaOfField, schemaOfItems, titleOf } from './generic-schema'
import { HiddenText, revealed } from './hidden-text'
import { JsonView } from './json-view'
import { KeyValues } from './key-values'
import { Table } from './table'
import './generic-value.css'

/** Rows that a table shows; a longer list is a tree, which shows a part at a time. */
const rowsAtOnce = 100
/** Columns of a table; what is wider is a tree. */
const mostColumns = 6

/**
 * What a tool without a view of its own was asked or answered: facts by name, lists of alike things as tables, the rest as
 * a tree. Where its JSON Schema is known, titles, descriptions and the order of fields come from it.
 */
export function GenericValue({
  value,
  schema,
}: {
  readonly value: unknown
  readonly schema?: FieldSchema | undefined
}) {
  // A tree shows a part of many at a time.
  if (!isRecord(value) || Object.keys(value).length > rowsAtOnce)
    return <JsonView value={value} openDepth={2} />
  const entries = fieldsInOrder(value, schema)
  const facts = entries.filter(([, one]) => isScalar(one))
  const rest = entries.filter(([, one]) => !isScalar(one))
  return (
    <div className="ui-generic">
      <KeyValues
        items={facts.map(([label, one]) => ({
          label: titleOf(label, schemaOfField(schema, label)),
          value: <Fact value={one} schema={schemaOfField(schema, label)} />,
        }))}
      />
      {rest.map(([name, one]) => {
        const field = schemaOfField(schema, name)
        const title = titleOf(name, field)
        return (
          <section key={name} aria-label={title}>
            <h4 className="ui-generic-name">{revealed(title)}</h4>
            <Description schema={field} />
            <List title={title} value={one} schema={field} />
          </section>
        )
      })}
    </div>
  )
}

function Fact({ value, schema }: { readonly value: unknown; readonly schema: FieldSchema | undefined }) {
  return (
    <>
      <HiddenText text={String(value)} />
      <Description schema={schema} />
    </>
  )
}

function Description({ schema }: { readonly schema: FieldSchema | undefined }) {
  return schema?.description === undefined ? null : (
    <p className="ui-generic-said">
      <HiddenText text={schema.description} />
    </p>
  )
}

interface GenericRow {
  readonly id: string
  readonly row: unknown
}

function List({
  title,
  value,
  schema,
}: {
  readonly title: string
  readonly value: unknown
  readonly schema: FieldSchema | undefined
}) {
  const items = schemaOfItems(schema)
  const columns = columnsOf(value, items)
  if (columns === null || !Array.isArray(value)) return <JsonView value={value} openDepth={2} />
  const rows = value.map((row: unknown, index) => ({ id: String(index), row }))
  return (
    <Table<GenericRow>
      caption={title}
      rowKey={({ id }) => id}
      rows={rows}
      columns={columns.map((column) => ({
        id: column,
        header: titleOf(column, schemaOfField(items, column)),
        headerCell: (
          <span className="truncate">{revealed(titleOf(column, schemaOfField(items, column)))}</span>
        ),
        cell: ({ row }) => <HiddenText text={isRecord(row) ? String(row[column] ?? '') : ''} />,
      }))}
    />
  )
}

/** The fields that all entries of a list have, where a table can show them; null for everything else. */
function columnsOf(value: unknown, items: FieldSchema | undefined): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > rowsAtOnce) return null
  const names = new Set<string>()
  for (const row of value) {
    if (!isRecord(row) || !Object.values(row).every(isScalar)) return null
    for (const [name] of fieldsInOrder(row, items)) names.add(name)
  }
  return names.size > 0 && names.size <= mostColumns ? [...names] : null
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}
