import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from './disk-errors'
import { globMatcher, type WorkLeft } from './glob'

/** The rules of one .gitignore file; `true` ignores, `false` takes back, null says nothing. */
export type IgnoreRules = (relativePath: string, isFolder: boolean) => boolean | null

/** The name of a file of rules. */
export const ignoreFile = '.gitignore'

/** A longer file is no list of patterns that someone keeps, and each path would be compared with all of it. */
const FILE_BYTES = 1 << 20
/** See {@link FILE_BYTES}: lines, of which the longest lists that people keep have a tenth. */
const FILE_LINES = 5000

/**
 * Comparisons of one sign that one path may cost, some milliseconds: a hundred times what the longest lists that people
 * keep take. Whoever made the folder wrote the list, and a search compares it with very many paths.
 */
const STEPS_OF_PATH = 1_000_000

/** Reads the rules of a folder; null where there are none. At once, as whoever hears of a path has to know what holds for it. */
export function readIgnoreRules(folder: string): IgnoreRules | null {
  const path = join(folder, ignoreFile)
  try {
    const stats = lstatSync(path)
    // As git does, a link is not followed.
    if (!stats.isFile() || stats.size > FILE_BYTES) return null
    const text = readFileSync(path, 'utf8')
    return text.split('\n', FILE_LINES + 1).length > FILE_LINES ? null : parseIgnoreRules(text)
  } catch (error) {
    // Rules that can't be read hide nothing.
    if (systemCode(error) !== null) return null
    throw error
  }
}

/**
 * Compiles the lines of a .gitignore file (gitignore(5)); the last line that fits decides. Rules that take too long for a
 * path hide nothing from then on.
 */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text.split(/\r?\n/).flatMap((line) => {
    const rule = parseLine(line)
    return rule === null ? [] : [rule]
  })
  let takesTooLong = false
  return (relativePath, isFolder) => {
    if (takesTooLong) return null
    const work: WorkLeft = { steps: STEPS_OF_PATH }
    const rule = rules.findLast((each) => (isFolder || !each.foldersOnly) && each.fits(relativePath, work))
    takesTooLong = work.steps < 0
    if (takesTooLong) return null
    return rule === undefined ? null : !rule.negated
  }
}

interface Rule {
  readonly negated: boolean
  readonly foldersOnly: boolean
  readonly fits: (relativePath: string, work: WorkLeft) => boolean
}

/** Blanks at the end count only after a backslash. A pattern would try each blank of a long row of them anew. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end -= 1
  const isEscaped = end < line.length && line[end - 1] === '\\'
  return line.slice(0, isEscaped ? end + 1 : end)
}

function parseLine(line: string): Rule | null {
  let pattern = withoutBlanksAtEnd(line).replace(/\\([ \t])$/, '$1')
  if (pattern === '' || pattern.startsWith('#')) return null
  const negated = pattern.startsWith('!')
  if (negated) pattern = pattern.slice(1)
  pattern = pattern.replace(/^\\([#!])/, '$1')
  const foldersOnly = pattern.endsWith('/')
  if (foldersOnly) pattern = pattern.slice(0, -1)
  if (pattern === '') return null
  const anchored = pattern.includes('/')
  return { negated, foldersOnly, fits: globMatcher(anchored ? pattern.replace(/^\//, '') : `**/${pattern}`) }
}
