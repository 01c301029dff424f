import type { ConversationFolder, ConversationSummary } from '../../../shared/contract/conversation-list'

/** A line of the list: a heading, or a conversation below it. */
export type Row =
  | {
      readonly kind: 'section'
      readonly id: string
      readonly name: string
      readonly count: number
      readonly open: boolean
      /** Set for a section that a person made. */
      readonly folder: ConversationFolder | null
      readonly folds: boolean
    }
  | { readonly kind: 'conversation'; readonly id: string; readonly conversation: ConversationSummary }

/** The names of the sections that every list has. */
export interface SectionNames {
  readonly pinned: string
  readonly others: string
  readonly missions: string
  readonly archived: string
}

/**
 * The list as lines: what is pinned, then the folders, the rest, what missions made, and the archive; these two are
 * folded at first. Each conversation stands once.
 */
export function rowsOf(
  conversations: readonly ConversationSummary[],
  folders: readonly ConversationFolder[],
  turned: Readonly<Record<string, boolean>>,
  names: SectionNames,
): Row[] {
  const known = new Set(folders.map(({ id }) => id))
  const present = conversations.filter(({ archived }) => !archived)
  const pinned = present.filter((each) => each.pinned)
  const inFolder = (id: string) => present.filter((each) => !each.pinned && each.folderId === id)
  const loose = present.filter((each) => !each.pinned && !known.has(each.folderId ?? ''))
  const others = loose.filter((each) => each.mission === null)
  const missions = loose.filter((each) => each.mission !== null)
  const archived = conversations.filter((each) => each.archived)
  const alone = pinned.length === 0 && folders.length === 0
  return [
    ...section('pinned', names.pinned, pinned, { folds: false }),
    ...folders.flatMap((folder) =>
      section(folder.id, folder.name, inFolder(folder.id), { folder, open: turned[folder.id] !== true }),
    ),
    ...(alone ? others.map(row) : section('others', names.others, others, { folds: false })),
    ...section('missions', names.missions, missions, { open: turned.missions === true }),
    ...section('archived', names.archived, archived, { open: turned.archived === true }),
  ]
}

function section(
  id: string,
  name: string,
  inside: readonly ConversationSummary[],
  { folder = null, open = true, folds = true }: Partial<Extract<Row, { kind: 'section' }>>,
): Row[] {
  if (inside.length === 0 && folder === null) return []
  const head = { kind: 'section' as const, id, name, count: inside.length, open, folder, folds }
  return [head, ...(open ? inside.map(row) : [])]
}

function row(conversation: ConversationSummary): Row {
  return { kind: 'conversation', id: conversation.id, conversation }
}
