import type { ToolInfo } from '../../../shared/contract/tools'
import { blockMark } from '../../../shared/markdown/flat-text'
import { type Attachment, messageName } from '../../../shared/run/blocks'
import { parseCommand, parseCommandInput } from '../../model/offline/command'

/** The longest title that is made from a text, in characters. */
const titleLimit = 60

/** What a title must not hold: characters that are not seen, or turn the others. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A tool as far as a command and its title go. */
type CommandTool = Pick<ToolInfo, 'name' | 'title' | 'description' | 'aliases' | 'primary' | 'inputSchema'>

/** What a first message is titled with: the tools that it may call by hand, and the language of their titles. */
export interface TitleWords {
  readonly tools: readonly CommandTool[]
  /** What they are called in German, by name. */
  readonly german: ReadonlyMap<string, string>
  readonly language: 'en' | 'de'
}

/** A title from the first message: its first words, or what it asks a tool for by hand. */
export function titleOfMessage(
  message: { readonly text: string; readonly attachments: readonly Attachment[] },
  words: TitleWords,
): string {
  return titleOf(commandInWords(message.text, words) ?? messageName(message))
}

/** The title of the tool that a command calls, and what it is about; null where it is no command. */
function commandInWords(text: string, { tools, german, language }: TitleWords): string | null {
  const command = parseCommand(text)
  const tool = tools.find(({ name, aliases }) => command && [name, ...aliases].includes(command.name))
  if (command === null || tool === undefined) return null
  const parsed = parseCommandInput(command.rest, tool)
  const target = parsed.ok && tool.primary !== null ? nameOf(parsed.input[tool.primary]) : ''
  // A tool of another program has the title that it came with.
  const title = (language === 'de' ? german.get(tool.name) : undefined) ?? tool.title
  return target === '' ? title : `${title}: ${target}`
}

/** What a person calls it: of a path its last part, of several things the first. */
function nameOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first !== 'string') return ''
  const line = first.trim()
  return /^(?:[/\\]|~[/\\]|[A-Za-z]:[/\\])/.test(line)
    ? (line.split(/[/\\]+/).findLast((part) => part !== '') ?? line)
    : line
}

/** A title from the first words of a message: one line without marks of Markdown, cut at a word. */
export function titleOf(text: string): string {
  const lines = text.split('\n').map((each) => each.trim().replace(blockMark, ''))
  const line = lines.join(' ').replace(/\s+/gu, ' ').trim()
  return line === '' ? 'New conversation' : cutTitle(line)
}

/** The title in what a model answered: its first line without markup, quotes and what can't be seen; may be empty. */
export function titleIn(answer: string): string {
  const lines = answer
    .replace(/<think>.*?(?:<\/think>|$)/gsu, '')
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => withoutMarkup(line.replace(/\t/gu, ' ').replace(unseen, '')))
  return cutTitle(lines.find((line) => line !== '') ?? '')
}

function withoutMarkup(line: string): string {
  return line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/<\/?[a-z][^>]*>/giu, '')
    .replace(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s>#\-–—•]+/u, '')
    .replace(/^["'“”„‚‘’«»‹›]+|["'“”„‚‘’«»‹›]+$/gu, '')
    .trim()
    .replace(/(?<=[^.])\.$/u, '')
}

function cutTitle(line: string): string {
  const characters = [...line]
  if (characters.length <= titleLimit) return line
  const cut = characters.slice(0, titleLimit - 1).join('')
  const space = cut.lastIndexOf(' ')
  // A first word that is longer than half the title is cut inside.
  return `${(space > titleLimit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
