import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors'
import { privateFile, privateFolder } from '../disk/owner-only'

/** Where one thing is in the trash: a folder of its own, named by its id. */
export interface TrashSlot {
  readonly id: string
  readonly folder: string
  /** What was moved in; whatever has this name is whole. */
  readonly content: string
  /** What is being copied in from another disk, and may be half there. */
  readonly incoming: string
}

/** The slot of an id in a trash, whether or not something is there; throws where it would lie outside. */
export function trashSlot(trash: string, id: string): TrashSlot {
  // Ids come from stored plans; one that climbs out of the trash is not ours.
  if (!/^[\w-]+$/.test(id))
    throw new AppError('invalid_input', 'This is not the id of something in the trash.')
  const folder = join(trash, id)
  return { id, folder, content: join(folder, 'content'), incoming: join(folder, 'incoming') }
}

/** Makes the folder of a slot, for something that comes from a place. */
export async function makeSlot({ folder }: TrashSlot, original: string, at: Date): Promise<void> {
  await mkdir(folder, { recursive: true, mode: privateFolder })
  // Lets a person find things again by hand, without the database.
  const note = JSON.stringify({ original_path: original, trashed_at: at.toISOString() }, null, 2)
  await writeFile(join(folder, 'about.json'), `${note}\n`, { mode: privateFile })
}
