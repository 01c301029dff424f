import { z } from 'zod'
import { contactDataSchema, contactLinkSchema } from '../../../shared/contract/contacts'
import { attachedRecordFields } from '../../../shared/contract/record'
import { type TaskData, taskDataSchema } from '../../../shared/contract/tasks'

/** Which program wrote what is imported. */
const importSources = ['chatgpt', 'claude', 'notes', 'countersign'] as const
/** One of {@link importSources}. */
export type ImportSource = (typeof importSources)[number]

/** Bounds of what is imported; what lies outside of them is left out by name. */
export const importLimits = {
  /** Things of one import: a proposal names each. The next import brings the others. */
  items: 5000,
  /** Bytes of one conversation as JSON: it is parsed whole. */
  elementBytes: 64_000_000,
  /** Messages of a conversation: each is some rows of the database. */
  messages: 10_000,
  /** Characters of a message: its words are taken into the search in one piece. */
  messageCharacters: 400_000,
  /** Characters of a conversation: it is handed from the thread as one line. */
  conversationCharacters: 8_000_000,
  /** Branches that are kept: showing another one walks through the conversation. More, and the shown one comes alone. */
  branches: 200,
  /** Bytes of one contact or task as JSON, with what is attached to it: it is parsed and written whole. */
  recordBytes: 8_000_000,
  /** Characters of all contacts and tasks of one import: they are prepared together before the first is written. */
  recordsCharacters: 64_000_000,
  /** Bytes of a note's file; four for each character that a note may have. */
  noteBytes: 800_000,
  /** Files of a folder or an archive that are looked at. */
  files: 50_000,
  /** Folders inside each other. */
  depth: 32,
  /** Bytes that all that is read of an archive may unpack to. */
  unpackedBytes: 2_000_000_000,
  /** Things that were left out and are told by name. */
  named: 50,
} as const

/** A message of a conversation that comes; `parent` is the place of the one before it, and comes earlier in the list. */
const importedMessageSchema = z.object({
  parent: z.number().nullable(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** As the other program named it; empty where it is not known. */
  model: z.string(),
})
/** See {@link importedMessageSchema}. */
export type ImportedMessage = z.infer<typeof importedMessageSchema>

/** A conversation that comes. */
const importedConversationSchema = z.object({
  kind: z.literal('conversation'),
  /** Its id in the other program, or what stands for it. */
  key: z.string(),
  title: z.string(),
  /** Milliseconds since 1970, as the next. */
  createdAt: z.number(),
  updatedAt: z.number(),
  messages: z.array(importedMessageSchema),
  /** The place of the last message of the branch that was shown. */
  shown: z.number(),
})
/** See {@link importedConversationSchema}. */
export type ImportedConversation = z.infer<typeof importedConversationSchema>

/** A note that comes. */
const importedNoteSchema = z.object({
  kind: z.literal('note'),
  key: z.string(),
  title: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  /** Names of what its writers had read from outside, as an export of ours tells them. */
  outside: z.array(z.string()),
  /** Titles that it had before, likewise. */
  formerTitles: z.array(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
})
/** See {@link importedNoteSchema}. */
export type ImportedNote = z.infer<typeof importedNoteSchema>

/** What contacts and tasks have alike; ids are those of the machine that they are from. */
const importedRecord = {
  key: z.string(),
  title: z.string(),
  /** Names of what its writers had read from outside. */
  outside: z.array(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
}

/** A contact that comes, with the links from it and to it. */
const importedContactSchema = z.object({
  kind: z.literal('contact'),
  ...importedRecord,
  data: contactDataSchema,
  attached: z.array(contactLinkSchema.omit({ madeBy: true })),
})

/** A task that comes, with the comments on it. */
const importedTaskSchema = z.object({
  kind: z.literal('task'),
  ...importedRecord,
  data: taskDataSchema,
  /** The name of its assistant; empty for none. */
  assistantName: z.string(),
  attached: z.array(z.object({ ...attachedRecordFields, text: z.string() }).omit({ madeBy: true })),
})

/** A contact or a task that comes. */
const importedRecordSchema = z.discriminatedUnion('kind', [importedContactSchema, importedTaskSchema])
/** See {@link importedRecordSchema}. */
export type ImportedRecord = z.infer<typeof importedRecordSchema>

/** What comes, with the hash of all that it says. */
export const importedSchema = z.object({
  digest: z.string(),
  value: z.discriminatedUnion('kind', [
    importedConversationSchema,
    importedNoteSchema,
    importedContactSchema,
    importedTaskSchema,
  ]),
})
/** See {@link importedSchema}. */
export type Imported = z.infer<typeof importedSchema>

/** Why something is left out; each is a sentence. */
const leftOutReasons = [
  'damaged',
  'damaged_records',
  'tasks_in_ring',
  'tasks_too_deep',
  'empty',
  'too_long',
  'too_many',
  'not_text',
  'unreadable',
  'unlisted',
  'ring',
  'branches',
  'cut',
  'attachments',
  'tools',
  'projects',
  'documents',
  'records',
  'settings',
  'other_files',
  'notes_beside',
  'in_trash',
] as const
/** One of {@link leftOutReasons}. */
export type LeftOutReason = (typeof leftOutReasons)[number]

/** What was left out for one reason: how many, and the names of the first. */
export interface LeftOut {
  readonly reason: LeftOutReason
  readonly count: number
  readonly names: readonly string[]
}

/** Where a task stands among others. */
export type ImportedPlace = Pick<TaskData, 'title' | 'parent' | 'needs' | 'assistant'> & {
  /** Empty for none. */
  readonly assistantName: string
}

/** One thing that can come, without what it says. */
export interface FoundItem {
  readonly source: ImportSource
  readonly kind: Imported['value']['kind']
  readonly key: string
  readonly title: string
  readonly digest: string
  /** The hash of what a note, a contact or a task says, however it hangs together with others; empty for others. */
  readonly mark: string
  /** Messages of a conversation, characters of a note, links of a contact, comments of a task. */
  readonly size: number
  /** Of a task, with which others it hangs together, and for whom it is. */
  readonly place: ImportedPlace | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** What was found at a path. */
export interface FoundImport {
  /** Of the first of them: what several programs exported may lie in one folder. */
  readonly source: ImportSource
  readonly items: readonly FoundItem[]
  readonly leftOut: readonly LeftOut[]
}
