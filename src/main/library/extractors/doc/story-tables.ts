import type { OpenTables } from '../docx/tables'
import { blockText } from '../structure/block-text'
import type { Places } from '../structure/places'

/** The tables of a text that only says how deep each of its paragraphs stands in them. */
export interface StoryTables {
  /** Tables begin with the first paragraph in them, and end before the first that is outside. */
  goTo(depth: number): void
  endCell(): void
  endRow(): void
}

/** Starts outside of any table. */
export function createStoryTables({
  places,
  tables,
}: {
  readonly places: Places
  readonly tables: OpenTables
}): StoryTables {
  const closeCell = () => places.close().map(blockText).join(' ')
  /** Behind the last mark of a row, or without one, there may be a text. */
  const endRest = () => {
    const rest = closeCell()
    if (rest !== '') tables.endCell(rest)
  }

  return {
    goTo(depth) {
      while (tables.depth > depth) {
        endRest()
        // Behind the last row there is always the beginning of another.
        const rows = tables.end()?.filter((row) => row.length > 0) ?? []
        places.add({ kind: 'table', rows })
      }
      while (tables.depth < depth) {
        tables.open()
        tables.openRow()
        places.open()
      }
    },
    endCell() {
      tables.endCell(closeCell())
      places.open()
    },
    endRow() {
      endRest()
      tables.openRow()
      places.open()
    },
  }
}
