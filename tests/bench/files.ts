import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { rgPath } from '@vscode/ripgrep'
import { z } from 'zod'
import { type Figure, median, range, round } from './figures'
import { type FileTree, generateFileTree } from './file-tree'

/** Pairs of calls that are counted, after some that warm caches and engine; each call beside its own run of rg. */
const pairs = 9
const warmUpPairs = 2

/** One question, put to the tool and to rg. */
interface Case {
  readonly name: string
  readonly tool: 'find_files' | 'search_file_contents'
  readonly input: Readonly<Record<string, unknown>>
  /** What asks rg the same, hidden files and .gitignore aside. */
  readonly rg: readonly string[]
  /** What rg puts at the end of each answer. */
  readonly separator: '\n' | '\0'
  /** Answers after which both may stop; to find the first files in an order, all have to be seen. */
  readonly limit?: number
}

/** Times the tools that find files and text beside rg itself, and what the gate adds to a read. */
export async function benchFiles(options: { readonly checkout: string }): Promise<Figure[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-files-')))
  try {
    const root = join(folder, 'tree')
    mkdirSync(root)
    const tree = generateFileTree(root)
    const client = new Client({ name: 'Bench', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [
          join(options.checkout, 'out/main/cli.js'),
          'mcp',
          '--data',
          join(folder, 'data'),
          '--root',
          root,
        ],
        env: { PATH: process.env.PATH ?? '', HOME: folder },
        stderr: 'inherit',
      }),
    )
    try {
      const figures: Figure[] = []
      for (const each of casesOf(tree)) figures.push(await compare(client, root, each))
      return figures
    } finally {
      await client.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function casesOf({ rareWord, knownWord, commonWord }: FileTree): Case[] {
  const find = (name: string, pattern: string, more: Pick<Case, 'limit'> & { modified?: boolean } = {}) => ({
    name: `find_files, ${name}`,
    tool: 'find_files' as const,
    input: { pattern, limit: more.limit ?? 2000, sort: more.modified === true ? 'modified' : 'name' },
    rg: [
      '--files',
      '--null',
      `--iglob=${pattern}`,
      // The order by name costs rg its threads; by time there is no other way to have it.
      ...(more.modified === true ? ['--sortr=modified'] : []),
    ],
    separator: '\0' as const,
  })
  const search = (
    name: string,
    query: string,
    more: {
      readonly mode?: 'content' | 'files' | 'count'
      readonly limit?: number
      readonly context?: number
      readonly type?: string
    } = {},
  ) => {
    const { mode = 'content', limit, context = 0, type } = more
    return {
      name: `search_file_contents, ${name}`,
      tool: 'search_file_contents' as const,
      input: { query, mode, limit: limit ?? 1000, context, types: type === undefined ? [] : [type] },
      rg: [
        '--smart-case',
        '--fixed-strings',
        ...rgMode[mode],
        ...(context === 0 ? [] : [`--context=${context}`]),
        ...(type === undefined ? [] : [`--type=${type}`]),
        '--',
        query,
      ],
      separator: mode === 'files' ? ('\0' as const) : ('\n' as const),
      ...(limit === undefined ? {} : { limit }),
    }
  }
  return [
    find('few fit', '*.proto'),
    find('few fit, changed last first', '*.proto', { modified: true }),
    find('many fit', '*.toml'),
    find('many fit, changed last first', '*.toml', { modified: true }),
    find('more fit than are asked for', '*.ts', { limit: 200 }),
    find('more fit than are asked for, changed last first', '*.ts', { limit: 200, modified: true }),
    find('every file fits', '*', { limit: 200 }),
    find('a pattern over the path', '**/part-3/**/*.md', { limit: 200 }),
    search('few lines', rareWord),
    search('few lines with 3 around', rareWord, { context: 3 }),
    search('few lines in one type', rareWord, { type: 'ts' }),
    search('many lines', knownWord),
    search('many lines with 3 around', knownWord, { context: 3 }),
    search('more lines than are asked for', commonWord, { limit: 100 }),
    search('few files', rareWord, { mode: 'files' }),
    search('many files', knownWord, { mode: 'files' }),
    search('more files than are asked for', commonWord, { mode: 'files', limit: 100 }),
    search('few counts', rareWord, { mode: 'count' }),
    search('many counts', knownWord, { mode: 'count' }),
    search('no line', `${rareWord}${knownWord}`),
  ]
}

const rgMode = {
  content: ['--line-number', '--no-heading', '--with-filename'],
  files: ['--files-with-matches', '--null'],
  count: ['--count-matches', '--null', '--with-filename'],
} as const

const answered = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.object({
    matches: z.array(z.unknown()),
    file_matches: z.array(z.unknown()).optional(),
    truncated: z.boolean(),
  }),
})

async function compare(client: Client, root: string, each: Case): Promise<Figure> {
  const times: { readonly tool: number[]; readonly rg: number[] } = { tool: [], rg: [] }
  let answers = 0
  for (let pair = 0; pair < warmUpPairs + pairs; pair++) {
    const bare = await timed(() => runRg(root, each))
    const whole = await timed(() => client.callTool({ name: each.tool, arguments: { ...each.input } }))
    const { isError, structuredContent } = answered.parse(whole.value)
    if (isError === true) throw new Error(`${each.name}: the tool failed.`)
    answers = Math.max(structuredContent.matches.length, structuredContent.file_matches?.length ?? 0)
    if (!structuredContent.truncated && each.input.context !== 3 && answers !== bare.value) {
      throw new Error(`${each.name}: the tool gave ${answers} answers and rg ${bare.value}.`)
    }
    if (pair < warmUpPairs) continue
    times.rg.push(bare.ms)
    times.tool.push(whole.ms)
  }
  const [tool, rg] = [median(times.tool), median(times.rg)]
  return {
    name: `${each.name} (${answers.toLocaleString('en')}), to rg's own time`,
    value: round(tool / rg, 2),
    unit: '×',
    target: '< 1.3',
    spread: `${range(times.tool)} ms`,
    comparison: `${round(tool, 1)} ms over MCP, ${round(rg, 1)} ms rg`,
  }
}

/** Runs rg as the tool promises its answers, reads all that it says, and answers how many answers that were. */
async function runRg(root: string, { rg, separator, limit }: Case): Promise<number> {
  const options = ['--no-config', '--hidden', '--no-require-git', '--color=never', '--glob=!.git']
  const at = rg.indexOf('--')
  const child = spawn(rgPath, at < 0 ? [...options, ...rg, '--', root] : [...options, ...rg, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {},
  })
  const closed = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
  const end = separator.charCodeAt(0)
  let answers = 0
  child.stdout.on('data', (bytes: Buffer) => {
    for (let index = bytes.indexOf(end); index >= 0; index = bytes.indexOf(end, index + 1)) answers++
    if (limit !== undefined && answers > limit) child.kill('SIGKILL')
  })
  await closed
  return answers
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}
