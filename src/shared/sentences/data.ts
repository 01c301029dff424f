import { formatBytes } from '../format-bytes'
import { quoted } from '../text/quoted'

interface Path {
  readonly path: string
}

interface Room extends Path {
  readonly needed: number
  readonly free: number
}

/** What backups, restores and exports fail with. */
export const dataSentences = {
  'data.at_work': () => 'A backup, a restore or an export is at work. Wait until it is done, or stop it.',
  'data.whole_path': () => 'Give the whole path, from the root of the disk on.',
  'data.inside': ({ path }: Path) =>
    `${quoted(path)} is inside the data folder, which it would be lost with. Choose a place outside.`,
  'data.file_there': ({ path }: Path) =>
    `${quoted(path)} exists already. It was left as it is. Choose another name, or say that it may be replaced.`,
  'data.not_a_file_there': ({ path }: Path) =>
    `${quoted(path)} exists already and is not a file. It was left as it is. Choose another name.`,
  'data.not_a_folder': ({ path }: Path) => `${quoted(path)} is not a folder. Choose a new or empty one.`,
  'data.folder_not_empty': ({ path }: Path) =>
    `${quoted(path)} is not empty. Nothing was written. Choose a new or empty folder.`,
  'data.no_room': ({ path, needed, free }: Room) =>
    `The disk of ${quoted(path)} has ${formatBytes(free)} free; ${formatBytes(needed)} are needed. Nothing was changed. Make room, then try again.`,
  'data.too_many': ({ limit }: { limit: number }) =>
    `A backup holds at most ${limit} files, and this has more. Nothing was changed.`,
  'data.not_a_backup': ({ path }: Path) =>
    `${quoted(path)} is not a backup of Countersign, or is cut off. Nothing was changed.`,
  'data.newer': ({ path }: Path) =>
    `${quoted(path)} was written by a newer Countersign. Nothing was changed. Update Countersign, then try again.`,
  'data.damaged': ({ path }: Path) =>
    `${quoted(path)} is damaged: what it holds is not what it says. Nothing was changed. Use another backup.`,
  'data.audit_broken': ({ path }: Path) =>
    `The record of changes in ${quoted(path)} was altered after the backup was made. Nothing was changed. Use another backup.`,
  'data.mark_damaged': ({ path }: Path) =>
    `A restore waits, but ${quoted(path)} can’t be read. Nothing was changed. Give it up with: countersign restore --cancel`,
  'data.not_moved': ({ path, former, why }: Path & { former: string; why: string }) =>
    `The restored data could not be put into ${quoted(path)}; what was there before goes to ${quoted(former)}. Nothing is lost: the next start goes on. ${why}`,
  'data.begun': ({ path }: Path) =>
    `A restore into ${quoted(path)} has begun: some parts are in their place already, and giving it up would mix old and new. Nothing was changed. Start Countersign: it goes on with it.`,
  'data.foreign_name': ({ path, name }: Path & { name: string }) =>
    `${quoted(path)} holds ${quoted(name)}, a name that this system can’t have. Nothing was changed. Restore it on a system like the one that wrote it.`,
  'data.thread_ended': () =>
    'The part of Countersign that writes and reads backups ended. What was there before was kept. Try again.',
}
