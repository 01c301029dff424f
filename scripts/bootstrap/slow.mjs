import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StepError } from './say.mjs'

const folders = ['src', 'tests', 'scripts']
const slow = /\.slow\.(test|spec)\.(ts|tsx|mjs)$/

/** The files of slow tests in a checkout, by the names that they are chosen by. */
export function slowFiles(root) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
    )
    .filter((path) => slow.test(path))
    .sort()
    .map((path) => {
      const inChromium = path.includes('.spec.')
      const name = basename(path).replace(slow, '')
      return { name: inChromium ? `${name}-in-chromium` : name, path, inChromium }
    })
}

/** The names among the arguments, and the minutes after which nothing more is begun: any number where none is given. */
export function parseSlow(args) {
  const at = args.indexOf('--minutes')
  if (at === -1) return { names: args, minutes: Number.POSITIVE_INFINITY }
  const minutes = Number(args[at + 1])
  if (!(minutes > 0)) throw new StepError('--minutes needs a number of minutes after it.')
  return { names: args.toSpliced(at, 2), minutes }
}

const dayMs = 24 * 60 * 60_000

/** The stages beginning with another one each day, so that none is left out for ever where the time is short. */
export function inTurn(stages, now) {
  const all = Object.entries(stages)
  const first = Math.floor(now / dayMs) % Math.max(1, all.length)
  return Object.fromEntries([...all.slice(first), ...all.slice(0, first)])
}
