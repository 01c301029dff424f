import { oneLine } from '../../shared/text/one-line'
import { rowsOf, withoutSeparatorLine } from '../library/extractors/data/delimited'
import type { CardProperty, FoundCard } from './card-lines'
import { type DayOrder, dayOf, dayOrderOf } from './day-in-table'
import { type AddressPart, type Column, columnsOf, namesSomebody, typeOfWord } from './table-columns'

/** A table of contacts as spreadsheets and address books export it: a row of headings, and a row for each contact. */
export interface TableCards {
  /** Whether its headings name somebody; without that nobody could be told from another. */
  readonly named: boolean
  /** Each row as a card of its own; `place` counts as a spreadsheet does, whose first row has the headings. */
  readonly cards: Iterable<FoundCard>
}

/** Version of vCard whose signs the values of rows are written with. */
const version = '3.0'
/** What Google writes between several values of one cell. */
const betweenValues = ' ::: '
/** Rows that are looked at for each contact that may come: an exported table has hardly an empty one. */
const rowsPerContact = 2

/** Reads the rows of a table that is written as CSV or TSV, those of `most` contacts and a little more. */
export function cardsInTable(text: string, most: number): TableCards {
  const { delimiter, rows: written, before } = withoutSeparatorLine(text.replace(/\r\n?/g, '\n'))
  const rows = rowsOf(written, delimiter, { keepsEmpty: true, most: (most + 1) * rowsPerContact })
  const first = headingsAt(rows)
  const columns = columnsOf(rows[first] ?? [])
  if (!namesSomebody(columns)) return { named: false, cards: [] }
  const birthdays = columns.findIndex(({ kind }) => kind === 'birthday')
  const order = dayOrderOf(rows.slice(first + 1).map((row) => row[birthdays] ?? ''))
  return { named: true, cards: cardsOf() }

  /** One at a time: a row may have thousands of cells. */
  function* cardsOf(): Generator<FoundCard> {
    for (const [index, row] of rows.entries()) {
      if (index <= first || isEmpty(row)) continue
      const properties = propertiesOf(row, columns, order)
      yield { place: before + index + 1, version, properties, whole: true }
    }
  }
}

/** Rows of words about the table that may stand above its headings, as LinkedIn writes them. */
const rowsAbove = 10

/** The first row that says something; one below it where only that names somebody in more than one column. */
function headingsAt(rows: readonly (readonly string[])[]): number {
  const first = rows.findIndex((row) => !isEmpty(row))
  const columns = (at: number) => columnsOf(rows[at] ?? [])
  if (namesSomebody(columns(first))) return first
  const below = rows.slice(0, first + 1 + rowsAbove).findIndex((_, at) => {
    const known = at > first ? columns(at).filter(({ kind }) => kind !== 'other') : []
    return known.length > 1 && namesSomebody(known)
  })
  return below === -1 ? first : below
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '')
}

/** Cells of a row by what they are. */
interface Cells {
  /** Those of a kind, in their order, without empty ones. */
  of<Kind extends Column['kind']>(
    kind: Kind,
  ): readonly { readonly column: Extract<Column, { readonly kind: Kind }>; readonly value: string }[]
  text(kind: Column['kind']): string
}

function cellsOf(row: readonly string[], columns: readonly Column[]): Cells {
  const byKind = new Map<Column['kind'], { readonly column: Column; readonly value: string }[]>()
  for (const [index, column] of columns.entries()) {
    const value = (row[index] ?? '').trim()
    if (value === '') continue
    const cells = byKind.get(column.kind)
    if (cells === undefined) byKind.set(column.kind, [{ column, value }])
    else cells.push({ column, value })
  }
  // The kind tells which column it is.
  const of: Cells['of'] = (kind) => (byKind.get(kind) ?? []) as never
  return { of, text: (kind) => of(kind)[0]?.value ?? '' }
}

function propertiesOf(
  row: readonly string[],
  columns: readonly Column[],
  order: DayOrder,
): readonly CardProperty[] {
  const cells = cellsOf(row, columns)
  const labels = new Map(cells.of('label').map(({ column, value }) => [column.group, labelIn(value)]))
  const birthday = cells.of('birthday')[0]
  const day = birthday === undefined ? null : dayOf(birthday.value, order)
  const names = ['family name', 'given name', 'additional name', 'name before', 'name after'] as const
  return [
    property('FN', escaped(cells.text('full name'))),
    property('N', parts(names.map((kind) => cells.text(kind)))),
    property('NICKNAME', escaped(cells.text('nickname'))),
    property('ORG', parts([cells.text('organization'), cells.text('department')])),
    property('TITLE', escaped(cells.text('role'))),
    property('BDAY', day ?? ''),
    property('PHOTO', cells.text('picture')),
    ...entriesOf(cells, labels),
    ...addressesOf(cells, labels),
    property('CATEGORIES', tagsOf(cells)),
    property('NOTE', escaped(notesOf(cells, day === null && birthday !== undefined ? [birthday] : []))),
  ].flatMap((each) => each ?? [])
}

const propertyNames = { email: 'EMAIL', phone: 'TEL', url: 'URL' } as const

function entriesOf(cells: Cells, labels: ReadonlyMap<string, string>): readonly (CardProperty[] | null)[] {
  return (['email', 'phone', 'url'] as const).flatMap((kind) =>
    cells
      .of(kind)
      .flatMap(({ column: { types, group }, value }) =>
        valuesIn(value, kind === 'email' ? /[;,]/ : /;/).map((each) =>
          property(propertyNames[kind], escaped(each), { types, label: labels.get(group) }),
        ),
      ),
  )
}

function valuesIn(cell: string, divider: RegExp): readonly string[] {
  return cell.split(betweenValues).flatMap((part) => part.split(divider))
}

/** In the order in which vCards have the parts of an address. */
const partsOfAddress = ['box', 'added', 'street', 'town', 'region', 'code', 'country'] as const

function addressesOf(cells: Cells, labels: ReadonlyMap<string, string>): readonly (CardProperty[] | null)[] {
  const all = Map.groupBy(cells.of('address'), ({ column }) => column.group)
  return [...all].map(([group, found]) => {
    const part = (name: AddressPart) =>
      found
        .filter(({ column }) => column.part === name)
        .map(({ value }) => value)
        .join(' ')
    const lines = partsOfAddress.map(part)
    const whole = part('whole')
    // “Address” beside “City” is the street. Google has the parts, and all of them once more in one.
    if (part('street') === '' && !lines.some((line) => line !== '' && whole.includes(line))) {
      lines[partsOfAddress.indexOf('street')] = whole
    }
    return property('ADR', parts(lines), { types: found[0]?.column.types ?? [], label: labels.get(group) })
  })
}

function tagsOf(cells: Cells): string {
  const all = cells.of('tags').flatMap(({ value }) => valuesIn(value, /[;,]/))
  return all
    .map((tag) => escaped(tag.trim().replace(/^\* /, '')))
    .filter((tag) => tag !== '')
    .join(',')
}

/** A cell with its heading. */
interface Titled {
  readonly column: { readonly heading: string }
  readonly value: string
}

/** What has no place of its own is kept as a line that says what it is: member lists have more than address books. */
function notesOf(cells: Cells, more: readonly Titled[]): string {
  const lines = [...more, ...namedCells(cells)]
    .map(({ column, value }) => `${oneLine(column.heading) || '?'}: ${oneLine(value)}`)
    .filter((line) => !ofTheProgram.test(line))
  const written = cells.of('notes').map(({ value }) => value)
  // Two blanks end a line of Markdown.
  return [...written, lines.join('  \n')].filter((each) => each !== '').join('\n\n')
}

/** The cells without a place of their own; where one says what another is, that is what the other is called. */
function namedCells(cells: Cells): readonly Titled[] {
  const all = cells.of('other')
  const half = (is: 'label' | 'value') =>
    new Map(all.flatMap(({ column, value }) => (column.half?.is === is ? [[column.half.of, value]] : [])))
  const [labels, values] = [half('label'), half('value')]
  return all.flatMap(({ column, value }): Titled[] => {
    if (column.half === undefined) return [{ column, value }]
    const { of, is } = column.half
    if (is === 'label') return values.has(of) ? [] : [{ column, value }]
    const heading = labelIn(labels.get(of) ?? '') || of
    return [{ column: { heading }, value: value.split(betweenValues).join(', ') }]
  })
}

/** What Outlook and Google write into each row, although nobody has said it; a day without a date is one of zeros. */
const ofTheProgram = new RegExp(
  [
    '^(?:initials|file as|e-mail (?:\\d )?display name): ',
    '^(?:initialen|speichern unter|e-mail(?: \\d)?: angezeigter name): ',
    '^(?:gender|priority|private|sensitivity): (?:unspecified|normal|false)$',
    '^(?:geschlecht|priorität|privat|vertraulichkeit): (?:keine angabe|normal|aus|falsch)$',
    ': 0+([./-])0+\\1 ?0+$',
  ].join('|'),
  'iu',
)

/** A label as a person chose it; how Outlook reaches an address is none. */
function labelIn(cell: string): string {
  const label = cell.replace(/^\* /, '')
  return /^(?:smtp|ex)$/i.test(label) ? '' : label
}

/** None where it says nothing. */
function property(
  name: string,
  value: string,
  { types = [], label }: { readonly types?: readonly string[]; readonly label?: string | undefined } = {},
): CardProperty[] | null {
  if (value.replace(/;/g, '').trim() === '') return null
  const type = label === undefined ? undefined : typeOfWord(label)
  const parameters = new Map([['TYPE', type === undefined ? types : [type]]])
  if (label === undefined || label === '' || type !== undefined)
    return [{ group: '', name, parameters, value }]
  const group = `${name} ${label}`
  return [
    { group, name, parameters, value },
    { group, name: 'X-ABLABEL', parameters: new Map(), value: escaped(label) },
  ]
}

function parts(all: readonly string[]): string {
  return all.map(escaped).join(';')
}

/** As a value of a vCard is written. */
function escaped(text: string): string {
  return text
    .trim()
    .replace(/[\\,;]/g, '\\$&')
    .replace(/\n/g, '\\n')
}
