import { z } from 'zod'
import { defineModule, defineReadTool } from '../../shared/tool/define'

/** Characters of an expression; longer ones are programs, not sums. */
const EXPRESSION_LENGTH = 1000
/** Characters of a text to transform. */
const TEXT_LENGTH = 1_000_000

const getCurrentTime = defineReadTool({
  name: 'get_current_time',
  title: 'Look up the date and time',
  description:
    "Gives the date, time, weekday and time zone now. Use it before you answer anything that depends on today's date. Without a time zone it uses that of the person's machine.",
  input: z.strictObject({
    time_zone: z
      .string()
      .max(100)
      .optional()
      .describe('IANA name such as Europe/Berlin or UTC; the machine’s own when absent.'),
  }),
  output: z.object({
    /** ISO 8601 with the offset of the time zone. */
    iso: z.string(),
    /** YYYY-MM-DD */
    date: z.string(),
    /** HH:MM:SS, 24 hours */
    time: z.string(),
    weekday: z.string(),
    time_zone: z.string(),
    /** ±HH:MM */
    utc_offset: z.string(),
    /** ISO 8601 week of the year. */
    week: z.number(),
    /** Milliseconds since 1970. */
    epoch_ms: z.number(),
  }),
  aliases: [],
  primary: 'time_zone',
})

const calculate = defineReadTool({
  name: 'calculate',
  title: 'Calculate',
  description:
    'Computes one expression exactly instead of in your head: arithmetic (+ - * / ^ %, mod), functions (sqrt, log, sin, round, abs, gcd, factorial, combinations…), statistics over lists (mean, median, std, sum, min, max of [1, 2, 3]), small matrices, complex numbers, units and their conversion (5 inch to cm, 100 km/h to m/s, 20 degC to degF), percentages (20% of 80 is 80 * 20%). Angles are radians unless given as 30 deg. Variables can be set before use: a = 3; a^2 + 1. Numbers have 64 significant digits. Up to 1,000 characters; dates and currencies are not supported.',
  input: z.strictObject({
    expression: z.string().min(1).max(EXPRESSION_LENGTH).describe('Expression such as (17.5% * 1240) + 80.'),
  }),
  output: z.object({
    expression: z.string(),
    /** As precise as it was computed, up to 20 significant digits. */
    result: z.string(),
    kind: z.enum(['number', 'complex', 'unit', 'matrix', 'boolean', 'text']),
  }),
  aliases: [],
  primary: 'expression',
})

/** What transform_text can do. */
const textOperations = [
  'upper_case',
  'lower_case',
  'title_case',
  'snake_case',
  'kebab_case',
  'camel_case',
  'trim_lines',
  'sort_lines',
  'unique_lines',
  'reverse_lines',
  'count',
  'base64_encode',
  'base64_decode',
  'url_encode',
  'url_decode',
  'json_format',
  'json_minify',
  'sha256',
] as const
/** One of {@link textOperations}. */
export type TextOperation = (typeof textOperations)[number]

const transformText = defineReadTool({
  name: 'transform_text',
  title: 'Transform a text',
  description:
    'Does one exact operation on a text of up to 1,000,000 characters: change case, trim, sort, deduplicate or reverse its lines, count characters, words and lines, encode or decode Base64 and URLs (UTF-8), format or minify JSON, SHA-256. Use it where every character counts; rephrasing needs no tool.',
  input: z.strictObject({
    text: z.string().max(TEXT_LENGTH).describe('The text.'),
    operation: z
      .enum(textOperations)
      .describe(
        'sort_lines sorts by the rules of the language with numbers by value; unique_lines keeps first occurrences; count gives characters, words, lines and bytes.',
      ),
  }),
  output: z.object({
    operation: z.enum(textOperations),
    result: z.string(),
    /** Of the result; of the given text for `count`. */
    counts: z.object({
      characters: z.number(),
      words: z.number(),
      lines: z.number(),
      /** In UTF-8. */
      bytes: z.number(),
    }),
  }),
  aliases: [],
  primary: 'text',
})

const utilitiesModule = defineModule({
  id: 'utilities',
  title: 'Utilities',
  icon: 'wrench',
  prompt: '',
  origin: 'own',
  tools: [getCurrentTime, calculate, transformText],
})

export default utilitiesModule
