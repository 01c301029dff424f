import { z } from 'zod'
import { defineWriteTool } from '../../../shared/tool/define'
import { diffHunkSchema } from '../../../shared/tool/diff'
import { changing } from './changing'
import { path } from './path'

/** Characters of a file that a tool creates, or of one edit: what a person can still review. */
const TEXT_LENGTH = 2_000_000

/** Edits in one call. */
const EDITS = 100

const contentEncoding = z
  .enum(['text', 'base64'])
  .default('text')
  .describe('How content is given: as text, or as base64 for what is not text, such as a picture.')

const createOutput = z.object({
  path: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  lines: z.number(),
  folders_created: z.array(z.string()),
})

/** `create_file`. */
export const createFile = defineWriteTool({
  name: 'create_file',
  title: 'Create a file',
  class: 'safe_create',
  description:
    'Creates a new UTF-8 text file, or with encoding base64 a file that is not text, in a granted folder, with missing folders above it. It never overwrites: when the path exists it fails, and edit_file changes what is there. Give the whole content; the person sees it before it is written.',
  input: z.strictObject({
    path: path.describe('Where the new file goes, as for other tools; nothing may be there yet.'),
    content: z.string().max(TEXT_LENGTH).describe('The whole text of the file.'),
    encoding: contentEncoding,
  }),
  ...changing(createOutput),
  aliases: ['create_local_file', 'create_text_file'],
  primary: 'path',
})

const createDirectoryOutput = z.object({
  path: z.string(),
  name: z.string(),
  /** Itself included, the outermost first. */
  folders_created: z.array(z.string()),
})

/** `create_directory`. */
export const createDirectory = defineWriteTool({
  name: 'create_directory',
  title: 'Create a folder',
  class: 'safe_create',
  description:
    'Creates an empty folder in a granted folder, with missing folders above it; fails where something is. Not needed before create_file, move_files or copy_files, which make the folders that they need.',
  input: z.strictObject({ path: path.describe('Where the new folder goes; nothing may be there yet.') }),
  ...changing(createDirectoryOutput),
  aliases: ['create_folder', 'make_directory', 'create_local_directory'],
  primary: 'path',
})

const editOutput = z.object({
  path: z.string(),
  name: z.string(),
  /** Places that were replaced. */
  replacements: z.number(),
  /** Lines. */
  added: z.number(),
  removed: z.number(),
  size_before: z.number(),
  size: z.number(),
  encoding: z.string(),
  /** Set when nothing was changed or proposed: the difference that the edits would make. */
  dry_run: z.object({ hunks: z.array(diffHunkSchema), truncated: z.boolean() }).optional(),
})

/** `edit_file`. */
export const editFile = defineWriteTool({
  name: 'edit_file',
  title: 'Edit a file',
  class: 'safe_update',
  description:
    'Replaces exact pieces of text in a text file of at most 16 MiB (4 MiB in another encoding than UTF-8). Each edit has old_text, which must occur exactly once (or set replace_all), and new_text; edits are applied in order, each to the result of the one before, and all or none are made. Read the file first and copy old_text from it without line numbers, with enough lines around it to be unique. Line ends, encoding and permissions stay as they are. An empty new_text deletes.',
  input: z.strictObject({
    path,
    edits: z
      .array(
        z.strictObject({
          old_text: z.string().min(1).max(TEXT_LENGTH).describe('Text that is there now, exactly.'),
          new_text: z.string().max(TEXT_LENGTH).describe('Text that takes its place.'),
          replace_all: z.boolean().default(false).describe('Replace every occurrence.'),
        }),
      )
      .min(1)
      .max(EDITS),
    dry_run: z
      .boolean()
      .default(false)
      .describe('Only answer the difference that the edits would make; nothing is proposed or changed.'),
  }),
  ...changing(editOutput),
  aliases: ['edit_local_file', 'edit_text_file', 'replace_in_file'],
  primary: 'path',
})

const overwriteOutput = z.object({
  path: z.string(),
  name: z.string(),
  /** True when nothing was there. */
  created: z.boolean(),
  /** Bytes; null when nothing was there. */
  size_before: z.number().nullable(),
  size: z.number(),
  lines: z.number(),
  folders_created: z.array(z.string()),
  /** How the text is stored; absent for what is not text. */
  encoding: z.string().optional(),
})

// The name under which other assistants write files whole stands here rather than at create_file: what may replace
// a file is asked for as such, also when nothing happens to be there.

/** `overwrite_file`. */
export const overwriteFile = defineWriteTool({
  name: 'overwrite_file',
  title: 'Overwrite a file',
  class: 'destructive_update',
  description:
    'Replaces the whole content of a file by a new text, or with encoding base64 by something that is not text; makes the file when nothing is there. Always asked for in a dialog, so prefer edit_file for a change, append_to_file for an addition and create_file for something new. Permissions stay, the encoding too where it can hold the new text; else it becomes UTF-8.',
  input: z.strictObject({
    path,
    content: z.string().max(TEXT_LENGTH).describe('The whole new text of the file.'),
    encoding: contentEncoding,
  }),
  ...changing(overwriteOutput),
  aliases: ['write_file', 'write_local_file', 'write_text_file', 'save_file'],
  primary: 'path',
})

const appendOutput = z.object({
  path: z.string(),
  name: z.string(),
  /** Lines of what was added. */
  lines: z.number(),
  /** Bytes. */
  size_before: z.number(),
  size: z.number(),
})

/** `append_to_file`. */
export const appendToFile = defineWriteTool({
  name: 'append_to_file',
  title: 'Append to a file',
  class: 'safe_update',
  description:
    'Adds text at the end of a text file of at most 16 MiB that is there already. It begins on a new line unless new_line is false. Encoding, line ends and permissions stay as they are.',
  input: z.strictObject({
    path,
    content: z.string().min(1).max(TEXT_LENGTH).describe('Text to add at the end.'),
    new_line: z.boolean().default(true).describe('Begin on a new line where the file does not end with one.'),
  }),
  ...changing(appendOutput),
  aliases: ['append_file', 'append_local_file'],
  primary: 'path',
})
