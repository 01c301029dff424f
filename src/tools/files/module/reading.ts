import { z } from 'zod'
import { defineReadTool } from '../../../shared/tool/define'
import { pictureSchema, pictureTypeSchema } from '../../../shared/tool/picture'
import { path } from './path'

/** Lines that one read gives at most. */
const READ_LINES = 5000

/** `read_file`. */
export const readFile = defineReadTool({
  name: 'read_file',
  title: 'Read a file',
  description:
    'Reads a text file of at most 16 MiB in any usual encoding and gives its lines, each with its number and a tab before it (not part of the file). Read a part with start_line and max_lines; the answer says when there is more. Lines over 2,000 characters are cut. Read a file before you edit it. A PDF or another document that is not stored as text is given as the text in it, with a line [Page N] before each page; set extract to read HTML or Markdown that way too. A PNG, JPEG, GIF or WebP picture is given as a picture, scaled down where it is large.',
  input: z.strictObject({
    path,
    start_line: z.number().int().min(1).default(1).describe('First line, from 1.'),
    extract: z
      .boolean()
      .default(false)
      .describe('Give the text in a document instead of its source, such as HTML without its tags.'),
    max_lines: z.number().int().min(1).max(READ_LINES).default(2000).describe('Lines at most.'),
  }),
  output: z.object({
    path: z.string(),
    name: z.string(),
    /** The lines that were asked for, without numbers; long lines cut. */
    text: z.string(),
    start_line: z.number(),
    /** Last line in `text`; 0 for an empty file. */
    end_line: z.number(),
    total_lines: z.number(),
    /** True when there are lines after `end_line` or a line was cut. */
    truncated: z.boolean(),
    cut_lines: z.number(),
    encoding: z.string(),
    line_ending: z.enum(['lf', 'crlf', 'mixed', 'none']),
    /** The format, where the text is not the file's own but was taken out of it. */
    extracted_from: z.string().optional(),
    pages: z.number().optional(),
    /** For a picture: what it is in the file (pixels, upright), and as it was given to the model. */
    picture: z
      .object({ media_type: pictureTypeSchema, width: z.number(), height: z.number(), given: pictureSchema })
      .optional(),
    /** Bytes. */
    size: z.number(),
    modified_at: z.number(),
  }),
  aliases: ['read_local_file', 'read_text_file', 'view_file'],
  primary: 'path',
})
