import { z } from 'zod'
import { defineWriteTool } from '../../../shared/tool/define'
import { changing } from './changing'
import { PATH_LENGTH, path } from './path'

/** Things that one call moves to the trash: what a dialog can still name. */
const TRASH_PATHS = 200

/** Things that one call moves or copies. */
const RELOCATIONS = 200

/** What is told of each thing that was moved, copied, removed or brought back. */
const entry = {
  name: z.string(),
  kind: z.enum(['file', 'folder', 'link']),
  /** Bytes, of everything inside for a folder. */
  size: z.number(),
  files: z.number(),
}

const relocationOutput = z.object({
  succeeded: z.number(),
  /** Always 0: either everything is done or nothing. */
  failed: z.number(),
  results: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      ...entry,
    }),
  ),
  folders_created: z.array(z.string()),
})

const relocations = z
  .array(
    z.strictObject({
      from: path.describe('What is there now, as for other tools.'),
      to: path.describe(
        'Its new path; an existing folder, or a path with / at its end, takes it under its own name.',
      ),
    }),
  )
  .min(1)
  .max(RELOCATIONS)

/** `move_files`. */
export const moveFiles = defineWriteTool({
  name: 'move_files',
  title: 'Move or rename files',
  class: 'safe_update',
  description:
    'Moves or renames files and folders (with everything in them), and makes the folders that they need. Nothing is ever overwritten: it fails when something is at the new path. Give all items in one call: they are moved together or not at all. A symbolic link is moved itself.',
  input: z.strictObject({ items: relocations }),
  ...changing(relocationOutput),
  aliases: ['move_file', 'move_local_files', 'rename_file', 'rename_files', 'rename_local_file'],
  primary: 'items',
})

/** `copy_files`. */
export const copyFiles = defineWriteTool({
  name: 'copy_files',
  title: 'Copy files',
  class: 'safe_create',
  description:
    'Copies files and folders (with everything in them), with permissions and times, and makes the folders that they need. Nothing is ever overwritten: it fails when something is at the new path. Give all items in one call: they are copied together or not at all. A symbolic link is copied itself.',
  input: z.strictObject({ items: relocations }),
  ...changing(relocationOutput),
  aliases: ['copy_file', 'copy_local_files'],
  primary: 'items',
})

const trashOutput = z.object({
  succeeded: z.number(),
  /** Always 0: either everything is moved or nothing. */
  failed: z.number(),
  results: z.array(
    z.object({
      path: z.string(),
      ...entry,
      trash_id: z.string(),
    }),
  ),
  /** Bytes. */
  size: z.number(),
  files: z.number(),
})

/** `trash_files`. */
export const trashFiles = defineWriteTool({
  name: 'trash_files',
  title: 'Move files to the trash',
  class: 'destructive_delete',
  description:
    "Moves files and folders (with everything in them) to Countersign's trash, from which Undo brings them back exactly as they were, for as long as Settings say that deleted things are kept. Give all paths in one call: they are moved together or not at all. A symbolic link is moved itself; what it points to stays.",
  input: z.strictObject({
    paths: z.array(path).min(1).max(TRASH_PATHS).describe('Files and folders to move, up to 200.'),
  }),
  ...changing(trashOutput),
  aliases: ['delete_files', 'delete_local_files', 'remove_files'],
  primary: 'paths',
})

const restoreOutput = z.object({
  succeeded: z.number(),
  /** Always 0: either everything is brought back or nothing. */
  failed: z.number(),
  results: z.array(
    z.object({
      path: z.string(),
      ...entry,
      trash_id: z.string(),
      /** Milliseconds since 1970. */
      trashed_at: z.number(),
    }),
  ),
  folders_created: z.array(z.string()),
})

/** `restore_files`. */
export const restoreFiles = defineWriteTool({
  name: 'restore_files',
  title: 'Bring files back from the trash',
  class: 'safe_create',
  description:
    "Brings files and folders back from Countersign's trash to where they were, exactly as they were, with missing folders above them. Name each by the trash_id that trash_files answered or by its former path (then what went last from there). Nothing is overwritten: it fails when something is there now. They come back together or not at all.",
  input: z.strictObject({
    items: z
      .array(z.string().min(1).max(PATH_LENGTH).describe('A trash_id, or the path where it was.'))
      .min(1)
      .max(TRASH_PATHS),
  }),
  ...changing(restoreOutput),
  aliases: ['restore_file', 'untrash_files'],
  primary: 'items',
})
