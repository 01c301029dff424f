import type { ChildProcess } from 'node:child_process'
import { Readable } from 'node:stream'
import { z } from 'zod'

/** The descriptor at which bubblewrap tells what it encloses. */
export const enclosedTold = 3

/** Characters that it says at most: a few numbers. */
const TOLD_CHARACTERS = 4096

const told = z.object({ 'child-pid': z.number().int().positive() })

/**
 * The group of processes that bubblewrap encloses, as soon as it has told it: with a session of its own it is another
 * one than that of bubblewrap, which hands no signal on.
 */
export function enclosedGroup(child: ChildProcess): () => number | null {
  const source = child.stdio[enclosedTold]
  let text = ''
  if (source instanceof Readable) {
    source.setEncoding('utf8').on('data', (piece: string) => {
      if (text.length < TOLD_CHARACTERS) text += piece
    })
    // Without it a command is ended at once instead of being asked first.
    source.on('error', () => undefined)
  }
  return () => {
    try {
      return told.parse(JSON.parse(text))['child-pid']
    } catch {
      // Not told yet, or not in full.
      return null
    }
  }
}
