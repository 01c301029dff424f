/** A heading, paragraph, list, table or the like: what every structured format is read into. */
export type Block =
  /** `level` is 1 for the outermost. */
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language?: string }
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly items: readonly (readonly Block[])[]
      /** What stands before each item ("5.", "a)", "§ 3"), where it isn't counted from 1; empty where it is. */
      readonly labels?: readonly string[]
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  /** The first row is the head. Rows may differ in length. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  /** What follows stands on the next page (slide). */
  | { readonly kind: 'page' }
