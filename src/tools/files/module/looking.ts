import { z } from 'zod'
import { defineReadTool } from '../../../shared/tool/define'
import { path } from './path'

/** Entries that a listing gives at most. */
const LIST_LIMIT = 2000

/** Paths that one call finds at most. */
const FIND_LIMIT = 2000

/** Lines that one search gives at most. */
const SEARCH_LIMIT = 1000

/** Lines around a match that one search gives at most. */
const CONTEXT_LINES = 20

const whereToLook = path
  .optional()
  .describe('Folder to look in, as for other tools; every granted folder when absent.')

const sortBy = z
  .enum(['name', 'size', 'modified'])
  .default('name')
  .describe('Order: by name, largest first, or changed last first.')

/** What is looked for goes to another program as one argument, which can't hold NUL. */
const soughtText = z
  .string()
  .min(1)
  .refine((text) => !text.includes('\0'), 'it has a NUL character in it')

const includeIgnored = z.boolean().default(false).describe('Take in what .gitignore files leave out.')

/** Something that was passed over, with the reason in words. */
const passedOver = z.object({ path: z.string(), reason: z.string() })

/** `list_directory`. */
export const listDirectory = defineReadTool({
  name: 'list_directory',
  title: 'List a folder',
  description:
    'Lists the files and folders in a granted folder, with kind, size in bytes and time of the last change. Without a path it lists the granted folders themselves. Use it to get to know a folder; use find_files when you know part of a name. depth 1 is the folder itself, 2 also what is in its folders, and so on. What .gitignore files leave out is not listed unless include_ignored is true. Symbolic links are listed with their target and never followed.',
  input: z.strictObject({
    path: path.optional().describe('Folder to list; the granted folders when absent.'),
    depth: z.number().int().min(1).max(10).default(1).describe('Levels to list, 1 to 10.'),
    sort: sortBy,
    include_ignored: includeIgnored,
    limit: z.number().int().min(1).max(LIST_LIMIT).default(500).describe('Entries at most.'),
  }),
  output: z.object({
    /** Canonical path; null when the granted folders are listed. */
    path: z.string().nullable(),
    entries: z.array(
      z.object({
        path: z.string(),
        name: z.string(),
        /** 1 for an entry of the folder itself. */
        depth: z.number(),
        kind: z.enum(['file', 'folder', 'link', 'other']),
        /** Bytes; null for what is not a file. */
        size: z.number().nullable(),
        /** Milliseconds since 1970. */
        modified_at: z.number().nullable(),
        /** Where a link leads, as it is written in the link. */
        target: z.string().optional(),
        /** True where tools may neither read nor write. */
        protected: z.boolean(),
      }),
    ),
    files: z.number(),
    folders: z.number(),
    /** Entries that .gitignore files left out. */
    ignored: z.number().optional(),
    /** True when there is more than `limit`. */
    truncated: z.boolean(),
    passed_over: z.array(passedOver),
  }),
  aliases: ['list_files', 'list_local_files', 'list_dir', 'list_folder'],
  primary: 'path',
})

/** `find_files`. */
export const findFiles = defineReadTool({
  name: 'find_files',
  title: 'Find files by name',
  description:
    'Finds files and folders by a pattern over their names. * matches within a name, ** any number of folders, ? one character, {a,b} either, [abc] one of. A pattern without / matches names at any depth (*.pdf); one with / matches the path below the folder (reports/**/2024-*.md). Upper and lower case are the same. Hidden files are included; what .gitignore files leave out is not, unless include_ignored is true. Symbolic links are never followed, and found with kind any. For text inside files use search_file_contents.',
  input: z.strictObject({
    pattern: soughtText.max(500).describe('Pattern such as *.pdf or reports/**/*.md.'),
    path: whereToLook,
    kind: z.enum(['file', 'folder', 'any']).default('file').describe('What to find.'),
    sort: sortBy,
    include_ignored: includeIgnored,
    limit: z.number().int().min(1).max(FIND_LIMIT).default(200).describe('Results at most.'),
  }),
  output: z.object({
    pattern: z.string(),
    /** Folders that were looked through. */
    roots: z.array(z.string()),
    matches: z.array(
      z.object({
        path: z.string(),
        name: z.string(),
        kind: z.enum(['file', 'folder', 'link', 'other']),
        size: z.number().nullable(),
        modified_at: z.number().nullable(),
      }),
    ),
    truncated: z.boolean(),
    passed_over: z.array(passedOver),
  }),
  aliases: ['glob_files', 'glob_local_files', 'search_local_files', 'find_local_files'],
  primary: 'pattern',
})

/** `search_file_contents`. */
export const searchFileContents = defineReadTool({
  name: 'search_file_contents',
  title: 'Search in files',
  description:
    'Searches the text of files in granted folders. mode content gives each line with path and line number, files only the paths of files with a match, count the number of matches per file. The query is plain text unless regex is true (Rust regular expressions: no look-around, no back-references). Binary files such as PDF and Office documents are not searched: add them to the library and use search_library. Narrow with path, glob and types before raising limit. What .gitignore files leave out is not searched unless include_ignored is true. Symbolic links are not followed; .git folders are left out.',
  input: z.strictObject({
    query: soughtText.max(1000).describe('Text to find, within one line unless multiline is true.'),
    path: path.optional().describe('Folder or file to search; every granted folder when absent.'),
    regex: z.boolean().default(false).describe('Take query as a regular expression.'),
    case: z
      .enum(['smart', 'sensitive', 'insensitive'])
      .default('smart')
      .describe('smart: case matters only when query has an upper-case letter.'),
    glob: soughtText.max(500).optional().describe('Only files whose name or path fits, such as *.md.'),
    mode: z.enum(['content', 'files', 'count']).default('content').describe('What to answer.'),
    types: z
      .array(z.string().regex(/^[\w.+-]{1,40}$/))
      .max(20)
      .default([])
      .describe("Only these types of files, by ripgrep's names, such as ts, py, md, html."),
    context: z
      .number()
      .int()
      .min(0)
      .max(CONTEXT_LINES)
      .default(0)
      .describe('Lines before and after each match, 0 to 20; in the mode content.'),
    multiline: z.boolean().default(false).describe('Let a match go over line ends; . fits them too.'),
    include_ignored: includeIgnored,
    limit: z
      .number()
      .int()
      .min(1)
      .max(SEARCH_LIMIT)
      .default(100)
      .describe('Lines at most; files in the other modes.'),
  }),
  output: z.object({
    query: z.string(),
    roots: z.array(z.string()),
    matches: z.array(
      z.object({
        path: z.string(),
        /** 1-based. */
        line: z.number(),
        /** The line, cut around the first hit when it is long. */
        text: z.string(),
        cut: z.boolean(),
        /** Character ranges of `text`. */
        ranges: z.array(z.object({ start: z.number(), end: z.number() })),
        before: z.array(z.object({ line: z.number(), text: z.string() })).optional(),
        after: z.array(z.object({ line: z.number(), text: z.string() })).optional(),
      }),
    ),
    /** In the modes files and count; `count` is null in the mode files. */
    file_matches: z.array(z.object({ path: z.string(), count: z.number().nullable() })).optional(),
    /** Files with at least one match. */
    files: z.number(),
    truncated: z.boolean(),
    passed_over: z.array(passedOver),
    took_ms: z.number(),
  }),
  aliases: ['grep_content', 'grep_files', 'search_in_files'],
  primary: 'query',
})

/** `get_file_info`. */
export const getFileInfo = defineReadTool({
  name: 'get_file_info',
  title: 'Look at a file',
  description:
    'Tells kind, size, times, permissions and number of names of a file, folder or symbolic link without reading it, and whether it may be changed. A link is not followed: the answer says where it leads.',
  input: z.strictObject({ path }),
  output: z.object({
    path: z.string(),
    name: z.string(),
    kind: z.enum(['file', 'folder', 'link', 'other']),
    /** Bytes; null for what is not a file. */
    size: z.number().nullable(),
    /** Milliseconds since 1970. */
    modified_at: z.number(),
    created_at: z.number().nullable(),
    /** Octal, such as 0644. */
    permissions: z.string(),
    hard_links: z.number(),
    /** Things right inside a folder. */
    entries: z.number().nullable(),
    target: z.string().nullable(),
    /** What the grant allows. */
    access: z.enum(['read', 'read_write']),
  }),
  aliases: ['get_local_file_info', 'file_info', 'stat_file'],
  primary: 'path',
})
