import { assertNever } from '../../../../shared/errors'
import type { Block } from './block'

/** A block's words on one line, for a cell of a table. */
export function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'code':
      return block.text
    case 'list':
      return block.items
        .map((item, index) => {
          const label = block.labels?.[index]
          return `${label ? `${label} ` : ''}${item.map(blockText).join(' ')}`
        })
        .join('; ')
    case 'quote':
      return block.blocks.map(blockText).join(' ')
    case 'table':
      return block.rows.map((row) => row.join(' ')).join('; ')
    case 'page':
      return ''
    default:
      return assertNever(block)
  }
}
