import { closeSync, futimesSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pick, seeded, vocabulary } from './generated-words'

/** What the generated tree has, and where. */
export interface FileTree {
  /** Files, those that .gitignore leaves out among them. */
  readonly files: number
  /** Stands in few files, once in each. */
  readonly rareWord: string
  /** Stands in many files, once in each, but not in more than one search may give. */
  readonly knownWord: string
  /** Stands in nearly every file, many times. */
  readonly commonWord: string
}

const FILES = 100_000
/** One file in this many lies in a folder that .gitignore leaves out. */
const IGNORED_EVERY = 8
/** One file in this many has the rare, the known word. */
const RARE_EVERY = 2_500
const KNOWN_EVERY = 150
const FILES_PER_FOLDER = 18
/** Folders that one folder has. */
const FOLDERS_PER_FOLDER = 7
const SMALLEST_BYTES = 200
const LARGEST_BYTES = 20_000
/** Text from which every file's own is cut. */
const POOL_BYTES = 4_000_000
/** Files were changed last within this time before a fixed day. */
const AGE_SECONDS = 3 * 365 * 24 * 3600
const NEWEST_SECONDS = Date.UTC(2026, 0, 1) / 1000
const rareWord = 'harbourmaster'
const knownWord = 'tidegauge'

/** Endings of names with their share of the files, as in a folder of software with its papers. */
const endings: readonly (readonly [string, number])[] = [
  ['.ts', 0.35],
  ['.json', 0.15],
  ['.md', 0.15],
  ['.py', 0.12],
  ['.txt', 0.1],
  ['.html', 0.06],
  ['.css', 0.054],
  ['.toml', 0.0155],
  ['.proto', 0.0005],
]

/** Fills a folder with 100,000 text files of 200 bytes to 20 kB in nested folders; always the same. */
export function generateFileTree(root: string): FileTree {
  const random = seeded(3)
  const words = vocabulary(random)
  const pool = Buffer.from(textOf(random, words))
  writeFileSync(join(root, '.gitignore'), 'node_modules/\ndist/\n*.log\n')
  // The folders of git are left out without a rule.
  mkdirSync(join(root, '.git'))
  writeFileSync(join(root, '.git', 'config'), `[core]\n\t${rareWord}\n`)
  const folders = foldersBelow(root, FILES / FILES_PER_FOLDER)
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  const ignored = folders.filter((_, index) => index % 40 === 0).map((folder) => join(folder, 'node_modules'))
  for (const folder of ignored) mkdirSync(folder)
  for (let index = 0; index < FILES; index++) {
    const inside = index % IGNORED_EVERY === 0 ? ignored : folders
    const folder = inside[Math.floor(random() * inside.length)] ?? root
    const name = `${pick(random, words)}-${index}${endingOf(random())}`
    const word = index % RARE_EVERY === 1 ? rareWord : index % KNOWN_EVERY === 1 ? knownWord : null
    write(join(folder, name), cut(random, pool), word, NEWEST_SECONDS - random() * AGE_SECONDS)
  }
  return { files: FILES, rareWord, knownWord, commonWord: words[0] ?? '' }
}

/** Level by level, so that the nesting is as deep as the number of folders asks for. */
function foldersBelow(root: string, count: number): string[] {
  const folders = [root]
  for (let index = 0; folders.length < count; index++) {
    const parent = folders[Math.floor(index / FOLDERS_PER_FOLDER)] ?? root
    folders.push(join(parent, `part-${index % FOLDERS_PER_FOLDER}`))
  }
  return folders
}

function textOf(random: () => number, words: readonly string[]): string {
  const lines: string[] = []
  for (let length = 0; length < POOL_BYTES; ) {
    const line = Array.from({ length: 4 + Math.floor(random() * 9) }, () => pick(random, words)).join(' ')
    lines.push(line)
    length += line.length + 1
  }
  return `${lines.join('\n')}\n`
}

/** Whole lines; small files are more frequent than large ones. */
function cut(random: () => number, pool: Buffer): Buffer {
  const length = Math.round(SMALLEST_BYTES * (LARGEST_BYTES / SMALLEST_BYTES) ** random())
  const start = pool.indexOf('\n', Math.floor(random() * (pool.length - 2 * LARGEST_BYTES))) + 1
  return pool.subarray(start, pool.indexOf('\n', start + length) + 1)
}

function endingOf(share: number): string {
  let left = share
  for (const [ending, part] of endings) {
    left -= part
    if (left < 0) return ending
  }
  return '.txt'
}

function write(path: string, text: Buffer, word: string | null, changed: number): void {
  const descriptor = openSync(path, 'wx')
  writeSync(descriptor, text)
  if (word !== null) writeSync(descriptor, `the ${word} says so\n`)
  futimesSync(descriptor, changed, changed)
  closeSync(descriptor)
}
