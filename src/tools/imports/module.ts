import { z } from 'zod'
import { actorSchema } from '../../shared/actor'
import { reasonSchema } from '../../shared/sentences/sentence'
import { defineModule, defineWriteTool } from '../../shared/tool/define'
import { keptContentsSchema } from '../../shared/tool/kept'

/** What comes, by its kind. */
const kinds = z.enum(['conversation', 'note', 'contact', 'task'])

/** Which program, or ours, exported it. */
const sources = z.enum(['chatgpt', 'claude', 'notes', 'countersign'])

/** One thing that comes. */
const plannedItem = z.object({
  kind: kinds,
  /** That it will have. */
  id: z.string(),
  title: z.string(),
  /** The hash of all that it says: what is read when it is applied must be the same. */
  digest: z.string(),
  /** Messages of a conversation, characters of a note, links of a contact, comments of a task. */
  size: z.number(),
  /** Of a note, the hash of its title and text; absent for others. */
  mark: z.string().optional(),
  /** Which program it is of; absent where it is of the plan's. */
  source: sources.optional(),
})
/** See {@link importPlan}. */
export type PlannedItem = z.infer<typeof plannedItem>

/** What was left out for one reason. */
const leftOut = z.object({ count: z.number(), ...reasonSchema.shape })

const importPlan = z.object({
  /** Canonical. */
  path: z.string(),
  source: sources,
  items: z.array(plannedItem),
  /** How many are there already just so. */
  here: z.number(),
  left_out: z.array(leftOut),
  /** How what contacts and tasks name is found: pairs of what the file says and the id here. */
  followed: z.object({
    elsewhere: z.array(z.tuple([z.string(), z.string()])),
    assistants: z.array(z.tuple([z.string(), z.string()])),
    /** Whether the tasks hang together with none that are here. */
    tasks_alone: z.boolean(),
  }),
  /** What the texts count as, by name; empty where the person wrote them. */
  outside: z.array(z.string()),
  by: actorSchema,
})
/** A plan to import. */
export type ImportPlan = z.infer<typeof importPlan>

const presentConversation = z.object({
  id: z.string(),
  title: z.string(),
  present: z.boolean(),
  /** As it came, so that going on in it is noticed. */
  messages: z.number(),
})
const presentNote = z.object({
  id: z.string(),
  title: z.string(),
  present: z.boolean(),
  /** Of the whole note as it is kept; null for one that only has to go. */
  record: z.string().nullable(),
  /** As it came, so that a change since is noticed. */
  revision: z.number(),
})

/** A contact or a task, with what is attached to it. */
const presentRecord = z.object({
  kind: z.enum(['contact', 'task']),
  id: z.string(),
  title: z.string(),
  present: z.boolean(),
  /** The hash of all of it as it came, so that a change since is noticed. */
  mark: z.string(),
  /** Hash of the stored text that has it among others; null for one that only has to go. */
  kept: z.string().nullable(),
})
/** See {@link importInverse}. */
export type PresentRecord = z.infer<typeof presentRecord>

const importInverse = keptContentsSchema.extend({
  conversations: z.array(presentConversation),
  notes: z.array(presentNote),
  /** None in entries of versions that imported only conversations and notes. */
  records: z.array(presentRecord).default([]),
  /** Set where they were not there before at all: what came in part goes for good, and not to the trash. */
  fresh: z.boolean().optional(),
  /** What stood in the way was decided on. */
  settled: z.boolean().optional(),
})
/** What undoes an import. */
export type ImportInverse = z.infer<typeof importInverse>

const importData = defineWriteTool({
  name: 'import_data',
  class: 'safe_create',
  title: 'Import data',
  description:
    'Brings in conversations from the data export of ChatGPT or Claude, notes from a folder of Markdown files (Obsidian, Notion, Joplin, Bear), or the conversations, notes, contacts and tasks that Countersign exported, from a file, a folder or a ZIP archive. What is there already just so is left out; nothing is overwritten.',
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe('Absolute path of the file, folder or ZIP archive, in a granted folder'),
  }),
  plan: importPlan,
  inverse: importInverse,
  output: z.object({
    source: sources,
    succeeded: z.number(),
    /** Always 0: either all come or none; what can't come is told among what was left out. */
    failed: z.number(),
    conversations: z.number(),
    notes: z.number(),
    contacts: z.number(),
    tasks: z.number(),
    here: z.number(),
    left_out: z.array(leftOut),
  }),
  aliases: ['import_conversations', 'import_notes'],
  primary: 'path',
})

/** What comes from other programs, and from another Countersign. */
export default defineModule({
  id: 'imports',
  title: 'Import',
  icon: 'import',
  prompt: '',
  // Titles are out of the file; the tool says where they are the person's own.
  origin: 'outside',
  tools: [importData],
})
