import { z } from 'zod'
import { defineWriteTool } from '../../../shared/tool/define'
import { idLength } from '../../../shared/tool/lengths'
import { documentVersion } from './schemas'

const hash = z.string()

const watchedFile = z.object({
  /** Below the folder, with slashes. */
  path: z.string(),
  size: z.number(),
  sha256: hash,
  stamp: z.string(),
  node: z.string(),
  other_disk: z.boolean(),
  /** The archive that it lies in, below the folder. */
  archive: z.string().optional(),
  /** What was last taken of it. */
  base: hash.nullable(),
})
/** Undoing what came from a watched folder: whether it is to stand afterwards. */
const folderRoundInverse = z.object({
  folder_id: z.string(),
  present: z.boolean(),
  added: z.array(z.object({ document_id: z.string(), sha256: hash, title: z.string() })),
  versions: z.array(documentVersion),
  /** What stood in the way was decided on. */
  settled: z.boolean().optional(),
})
/** See {@link folderRoundInverse}. */
export type FolderRoundInverse = z.infer<typeof folderRoundInverse>

/** Takes in what is new or changed in a watched folder. */
export const updateWatchedFolder = defineWriteTool({
  name: 'update_watched_folder',
  class: 'safe_update',
  title: 'Update from a watched folder',
  description:
    'Takes into the library what is new or changed in a folder that the person has watched for a collection. Countersign does this by itself shortly after a file changes; there is no need to call it unless the person asks. A changed file becomes a new version of its document, and the former one can be brought back.',
  input: z.strictObject({
    folder_id: z
      .string()
      .min(1)
      .max(idLength)
      .describe('The watched folder’s id, as Settings › Watched folders has it'),
  }),
  plan: z.object({
    folder_id: z.string(),
    changes: z.array(
      z.object({
        kind: z.enum(['added', 'changed']),
        document_id: z.string(),
        files: z.array(watchedFile),
      }),
    ),
  }),
  inverse: folderRoundInverse,
  output: z.object({ folder_id: z.string(), folder: z.string(), added: z.number(), changed: z.number() }),
  aliases: [],
  primary: 'folder_id',
})
