import type { XmlAttributes } from '../package/xml'
import { withoutEmptyColumns } from '../spreadsheet/sheet-rows'
import { blockText } from '../structure/block-text'
import type { OpenParagraphs } from '../structure/open-paragraphs'
import type { Places } from '../structure/places'
import type { Asides } from './asides'
import type { OpenTables } from './tables'

/** What becomes of tables: each sheet of a spreadsheet begins with its name, and other tables stand in the text. */
export type SheetsAndTables = {
  /** A table of a spreadsheet, outside of any text, is a sheet. */
  open(attributes: XmlAttributes, inSpreadsheet: boolean): void
  openCell(attributes: XmlAttributes): void
  endCell(): void
  end(): void
}

/** What is open around tables. */
export type AroundTables = {
  readonly places: Places
  readonly paragraphs: OpenParagraphs<unknown>
  readonly tables: OpenTables
  readonly asides: Pick<Asides, 'takeCellComments'>
}

/** Starts outside of any. */
export function createSheetsAndTables({ places, paragraphs, tables, asides }: AroundTables): SheetsAndTables {
  return {
    open(attributes, inSpreadsheet) {
      places.endCode()
      const isOutside = tables.depth === 0 && paragraphs.depth === 0 && places.depth === 0
      tables.open(attributes, isOutside && inSpreadsheet)
    },
    openCell(attributes) {
      if (tables.depth === 0) return
      tables.openCell(attributes)
      places.open()
    },
    endCell() {
      if (tables.depth === 0 || places.depth === 0) return
      tables.endCell(places.close().map(blockText).join(' '))
    },
    end() {
      const table = tables.end()
      if (table === null) return
      const { name, isSheet, rows } = table
      if (!isSheet) {
        places.add({ kind: 'table', rows })
        return
      }
      const onCells = asides.takeCellComments()
      if (rows.length + onCells.length === 0) return
      places.add({ kind: 'heading', level: 1, text: name })
      if (rows.length > 0) places.add({ kind: 'table', rows: withoutEmptyColumns(rows) })
      for (const block of onCells) places.add(block)
    },
  }
}
