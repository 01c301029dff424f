import { z } from 'zod'

/** What is at a path: nothing, or a file with these bytes. */
const fileStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({
    kind: z.literal('file'),
    sha256: z.string(),
    /** Bytes. */
    size: z.number(),
    /** Permission bits. */
    mode: z.number(),
    /** `device:inode` of a file that exists; null for one that is still to be written. */
    node: z.string().nullable(),
    /** Time of the last change (milliseconds since 1970), set again when this state is brought back. */
    modifiedMs: z.number().optional(),
  }),
])
/** See {@link fileStateSchema}. */
export type FileState = z.infer<typeof fileStateSchema>

/** What a file, folder or link is known by while it moves between its place and the trash. */
const entryIdentitySchema = z.object({
  kind: z.enum(['file', 'folder', 'link']),
  /** `device:inode`. */
  node: z.string(),
  /** Bytes, of all files inside for a folder. */
  size: z.number(),
  /** Files inside, itself included. */
  files: z.number(),
  /** Hash over names, kinds, sizes, permission bits, times and link targets of everything inside. */
  fingerprint: z.string(),
  /**
   * Hash over inode and time of the last change of status of every file inside: nobody can set that time, so it tells
   * of other content also where size and time were made to look the same. It does not survive a move.
   */
  untouched: z.string().optional(),
  /**
   * Set for what other proposals make, change or move before: what a file will hold, or what a folder or a link will be
   * known by. A `fingerprint` and a `node` that are not known before that are empty.
   */
  expects: z
    .union([
      z.object({ sha256: z.string(), mode: z.number() }),
      z.object({
        /** Hash over everything inside. */
        tree: z.string(),
        /** What in it, by its path in it, is known by what it holds, with all that is below; the rest by its status. */
        byContent: z.array(z.string()),
      }),
    ])
    .optional(),
})
/** See {@link entryIdentitySchema}. */
export type EntryIdentity = z.infer<typeof entryIdentitySchema>

/** One step of a change on disk; each can be turned round. Paths are canonical. */
const transitionSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('write'), path: z.string(), before: fileStateSchema, after: fileStateSchema }),
  z.object({ op: z.literal('make_folder'), path: z.string() }),
  z.object({ op: z.literal('remove_folder'), path: z.string() }),
  z.object({
    op: z.literal('trash'),
    path: z.string(),
    trashId: z.string(),
    entry: entryIdentitySchema,
    /** Set where it takes back a copy, which a crash may have kept from ever being there. */
    copied: z.boolean().optional(),
  }),
  z.object({ op: z.literal('restore'), path: z.string(), trashId: z.string(), entry: entryIdentitySchema }),
  /** From `path` to `to`, where nothing may be. */
  z.object({
    op: z.literal('move'),
    path: z.string(),
    to: z.string(),
    /** Names what is on its way to another disk. */
    moveId: z.string(),
    entry: entryIdentitySchema,
  }),
  /** From `from` to `path`, where nothing may be; taken back by moving the copy to the trash. */
  z.object({
    op: z.literal('copy'),
    path: z.string(),
    from: z.string(),
    trashId: z.string(),
    entry: entryIdentitySchema,
  }),
])
/** See {@link transitionSchema}. */
export type Transition = z.infer<typeof transitionSchema>

/** Bytes that take the place of some of others. */
export const contentPieceSchema = z.object({
  /** Where in the others (bytes from their start). */
  at: z.number(),
  /** How many of the others they replace. */
  remove: z.number(),
  /** As UTF-8. */
  data: z.string(),
})
/** See {@link contentPieceSchema}. */
export type ContentPiece = z.infer<typeof contentPieceSchema>

/**
 * The bytes of a state that is still to be written: as they are, or as what they change in others, which are named by
 * their hash. `sha256` is the hash of all of them in either form.
 */
const fileContentSchema = z.discriminatedUnion('encoding', [
  z.object({ sha256: z.string(), encoding: z.literal('utf8'), data: z.string() }),
  z.object({ sha256: z.string(), encoding: z.literal('base64'), data: z.string() }),
  z.object({
    sha256: z.string(),
    encoding: z.literal('patch'),
    /** Hash of the bytes that `pieces` change. */
    base: z.string(),
    /** In order, not overlapping. */
    pieces: z.array(contentPieceSchema),
  }),
])
/** See {@link fileContentSchema}. */
export type FileContent = z.infer<typeof fileContentSchema>

/** A planned change on disk with every byte that it will write. */
export const fileChangeSchema = z.object({
  transitions: z.array(transitionSchema),
  contents: z.array(fileContentSchema),
})
/** See {@link fileChangeSchema}. */
export type FileChange = z.infer<typeof fileChangeSchema>

/** What undoes a change on disk; the bytes are in the blob store. */
export const fileInverseSchema = z.object({
  /** Names the effect that this undoes. */
  id: z.string(),
  transitions: z.array(transitionSchema),
  /** Temporary files that a crash may have left behind. */
  leftovers: z.array(z.string()),
  /** The folders that the effect worked in, each with its `device:inode`; former versions did not tell them. */
  folders: z.array(z.tuple([z.string(), z.string()])).optional(),
})
/** See {@link fileInverseSchema}. */
export type FileInverse = z.infer<typeof fileInverseSchema>
