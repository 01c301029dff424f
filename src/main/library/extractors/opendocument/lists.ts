import type { XmlAttributes } from '../package/xml'
import { type CountedLevels, type Counts, countNext, MAX_LEVELS, startOf } from '../structure/count-levels'
import { type FlatItem, labelled } from '../structure/nested-lists'
import type { ContentStyles } from './content-styles'

type List = { readonly style: string; readonly levels: CountedLevels; readonly counts: Counts }
type Item = { readonly start: number | null; isHeader: boolean; isBegun: boolean }

/** The lists that are open, each in an item of the one before, and what they have counted. */
export type OpenLists = {
  readonly depth: number
  open(attributes: XmlAttributes): void
  close(): void
  openItem(attributes: XmlAttributes, isHeader: boolean): void
  closeItem(): void
  /** How a paragraph that stands in the innermost item is marked: the first one of an item has its label. */
  mark(): Omit<FlatItem, 'blocks'>
}

/** Starts outside of any list. */
export function createOpenLists(styles: ContentStyles): OpenLists {
  const lists: List[] = []
  const items: Item[] = []
  const countsOfStyles = new Map<string, Counts>()
  const countsOfLists = new Map<string, Counts>()
  return {
    get depth() {
      return lists.length
    },
    open(attributes) {
      const outer = lists.at(-1)
      const style = attributes['text:style-name'] ?? outer?.style ?? ''
      const levels =
        attributes['text:style-name'] === undefined && outer ? outer.levels : styles.levels(style)
      const { 'xml:id': id, 'text:continue-list': continued } = attributes
      const before =
        (continued === undefined ? undefined : countsOfLists.get(continued)) ??
        (attributes['text:continue-numbering'] === 'true' ? countsOfStyles.get(style) : undefined)
      const counts = outer?.counts ?? before ?? []
      // A second list in an item begins anew.
      if (outer !== undefined && before === undefined && lists.length < MAX_LEVELS) {
        counts[lists.length] = undefined
      }
      lists.push({ style, levels, counts })
      countsOfStyles.set(style, counts)
      if (id !== undefined) countsOfLists.set(id, counts)
    },
    close() {
      lists.pop()
    },
    openItem(attributes, isHeader) {
      const start = attributes['text:start-value']
      items.push({ start: start === undefined ? null : startOf(start), isHeader, isBegun: false })
    },
    closeItem() {
      items.pop()
    },
    mark() {
      const list = lists.at(-1)
      const item = items.at(-1)
      const level = lists.length - 1
      if (list === undefined || item === undefined) return { level, ordered: false }
      const continues = item.isBegun
      item.isBegun = true
      if (continues) return { level, ordered: false, continues }
      const at = Math.min(MAX_LEVELS - 1, level)
      if (item.isHeader || at < level) return { level, ordered: false }
      if (item.start !== null) list.counts[at] = item.start - 1
      return { level, ...labelled(countNext(list.counts, at, list.levels)) }
    },
  }
}
