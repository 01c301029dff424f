import type { ChangePreview } from '../../../shared/tool/preview'
import type { ItemFields } from './fields-preview'
import type { UnseenFile } from './files-preview'

/** A change with its place among all. */
interface Placed {
  readonly change: ChangePreview
  readonly index: number
}

type Several<Item> = readonly [Item, ...Item[]]

/** Changes that are shown as one: fields as one table, files of which only the name is shown as one list. */
type Block =
  | { readonly kind: 'fields'; readonly items: Several<ItemFields> }
  | { readonly kind: 'files'; readonly items: Several<UnseenFile> }
  | { readonly kind: 'one'; readonly items: readonly [Placed] }

/** Puts those that follow each other and are shown alike together. */
export function together(placed: readonly Placed[]): readonly Block[] {
  const blocks: Block[] = []
  for (const { change, index } of placed) {
    const last = blocks.at(-1)
    if (change.kind === 'fields' && change.look === undefined) {
      const items: Several<ItemFields> =
        last?.kind === 'fields' ? [...last.items, { change, index }] : [{ change, index }]
      blocks.splice(last?.kind === 'fields' ? -1 : blocks.length, 1, { kind: 'fields', items })
    } else if (change.kind === 'binary' && change.before === undefined && change.after === undefined) {
      const items: Several<UnseenFile> =
        last?.kind === 'files' ? [...last.items, { change, index }] : [{ change, index }]
      blocks.splice(last?.kind === 'files' ? -1 : blocks.length, 1, { kind: 'files', items })
    } else blocks.push({ kind: 'one', items: [{ change, index }] })
  }
  return blocks
}
