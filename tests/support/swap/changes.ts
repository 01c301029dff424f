import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileChange } from '../../../src/shared/tool/file-change'
import { type OpenFiles, planText } from '../open-files'

const signal = new AbortController().signal

/** What every file outside has in it; nowhere else may it ever be found. */
export const OUTSIDE = 'this was outside'

/** Where things are on the stage of a swap. */
export interface SwapPlaces {
  /** A granted folder's folder that is swapped, and one of its files. */
  readonly parent: string
  readonly leaf: string
  /** Holds the same names as `parent`, with other contents; is not granted. */
  readonly outside: string
}

/** Fills a granted folder and one outside it, with the same names in both. */
export function furnishSwap({ base, docs }: Pick<OpenFiles, 'base' | 'docs'>): SwapPlaces {
  const places = {
    parent: join(docs, 'parent'),
    leaf: join(docs, 'parent/a.txt'),
    outside: join(base, 'outside'),
  }
  for (const [folder, text] of [
    [places.parent, 'inside'],
    [places.outside, OUTSIDE],
  ] as const) {
    mkdirSync(join(folder, 'sub/deep'), { recursive: true })
    writeFileSync(join(folder, 'a.txt'), text)
    writeFileSync(join(folder, 'sub/b.txt'), text)
    writeFileSync(join(folder, 'sub/deep/c.txt'), text, { mode: 0o600 })
    symlinkSync('sub', join(folder, 'link'))
  }
  mkdirSync(join(docs, 'elsewhere'), { recursive: true })
  return places
}

/** A change of each kind that the file tools make, in the folder that is swapped. */
export const swappedChanges: Record<string, (open: OpenFiles) => Promise<FileChange>> = {
  'a new file': async ({ files, docs }) =>
    (await files.planNewFile(join(docs, 'parent/new.txt'), 'new')).change,
  'a new file in a new folder': async ({ files, docs }) =>
    (await files.planNewFile(join(docs, 'parent/sub/x/new.txt'), 'new')).change,
  'a new folder': async ({ files, docs }) => (await files.planFolder(join(docs, 'parent/made'))).change,
  'an edit': ({ files, docs }) => planText(files, join(docs, 'parent/a.txt'), 'after'),
  'an overwritten file': async ({ files, docs }) =>
    (await files.planOverwrite(join(docs, 'parent/sub/b.txt'), 'after')).change,
  'a file, a folder and a link to the trash': async ({ files, docs }) =>
    (
      await files.planRemovals(
        ['a.txt', 'sub', 'link'].map((name) => join(docs, 'parent', name)),
        signal,
      )
    ).change,
  'moves out of it': async ({ files, docs }) =>
    (await files.planMoves(relocations(docs, 'parent', 'elsewhere'), signal)).change,
  'moves within it': async ({ files, docs }) =>
    (await files.planMoves(relocations(docs, 'parent', 'parent/new'), signal)).change,
  'copies out of it': async ({ files, docs }) =>
    (await files.planCopies(relocations(docs, 'parent', 'elsewhere'), signal)).change,
  'copies within it': async ({ files, docs }) =>
    (await files.planCopies(relocations(docs, 'parent', 'parent/new'), signal)).change,
}

function relocations(docs: string, from: string, to: string) {
  return ['a.txt', 'sub', 'link'].map((name) => ({ from: join(docs, from, name), to: join(docs, to, name) }))
}
