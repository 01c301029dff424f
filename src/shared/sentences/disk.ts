import { quoted } from '../text/quoted'

interface Path {
  readonly path: string
}

/** What the disk, the database and the system refuse. */
export const diskSentences = {
  'error.stopped': () => 'Stopped before it was done.',
  'error.unsaid': () => 'Something failed without saying why.',
  'disk.full': () => 'The disk is full. What was there before was kept. Make room, then try again.',
  'disk.quota': () => 'The disk quota is used up. Make room, then try again.',
  'disk.failing': () =>
    'The disk reported an error. What was there before was kept. Check the disk, then try again.',
  'disk.refused': () =>
    'The system refused this account a file or folder that is needed. Nothing was changed. Allow it, then try again.',
  'disk.read_only': () => 'The disk is read-only. Nothing was changed. Allow writing to it, then try again.',
  'disk.busy': () => 'Too many files are open, or the database is in use by another program. Try again.',
  'database.full': () =>
    'The disk of the data folder is full. What was there before was kept. Make room, then try again.',
  'database.failing': () =>
    'The disk of the data folder reported an error. What was there before was kept. Check the disk, then try again.',
  'database.read_only': () =>
    'The database can’t be written. Nothing was changed. Allow writing to the data folder, then try again.',
  'database.damaged': () =>
    'The database is damaged. Nothing was changed. Restore a copy from the backups folder.',
  'database.no_record': () =>
    'The disk of the data folder is full, so what would be done could not be recorded. Nothing was changed. Make room, then try again.',
  'disk.not_there': ({ path }: Path) => `${quoted(path)} is not there.`,
  'disk.through_file': ({ path }: Path) => `${quoted(path)} goes through something that is not a folder.`,
  'disk.is_folder': ({ path }: Path) => `${quoted(path)} is a folder.`,
  'disk.exists': ({ path }: Path) => `${quoted(path)} exists already.`,
  'disk.not_empty': ({ path }: Path) => `${quoted(path)} is a folder that is not empty.`,
  'disk.path_refused': ({ path }: Path) =>
    `${quoted(path)} may not be used by this account: the system refused it.`,
  'disk.path_protected': ({ path }: Path) =>
    `The system does not allow this with ${quoted(path)}, whatever your account may do. It or its folder may be locked (“Locked” in the Finder, marked as unchangeable on Linux with chattr +i), be somebody else’s in a shared folder, or be kept from this program under Privacy & Security on a Mac. Nothing was changed. Take that off, then try again.`,
  'disk.path_read_only': ({ path }: Path) => `${quoted(path)} is on a disk that is read-only.`,
  'disk.path_full': ({ path }: Path) =>
    `${quoted(path)} could not be written: the disk is full. What was there is kept. Make room, then try again.`,
  'disk.path_quota': ({ path }: Path) =>
    `${quoted(path)} could not be written: the disk quota is used up. What was there is kept. Make room, then try again.`,
  'disk.path_too_large': ({ path }: Path) =>
    `${quoted(path)} could not be written: its disk takes no file so large. Choose another disk.`,
  'disk.path_busy': ({ path }: Path) => `${quoted(path)} could not be opened: too many files are open.`,
  'disk.path_in_use': ({ path }: Path) =>
    `${quoted(path)} is in use by the system or another program. What was there is kept. End what uses it, then try again.`,
  'disk.path_link': ({ path }: Path) =>
    `${quoted(path)} is or leads through a symbolic link that is not followed.`,
  'disk.name_too_long': ({ path }: Path) =>
    `${quoted(path)} has a name that is too long for the system (255 bytes a name).`,
  'disk.path_failing': ({ path }: Path) =>
    `${quoted(path)} could not be used: the disk reported an error. What was there is kept. Check the disk, then try again.`,
  'disk.not_file': ({ path }: Path) => `${quoted(path)} is not a file.`,
  'disk.name_not_allowed': ({ path }: Path) => `${quoted(path)} has a name that this disk does not allow.`,
  'disk.unusable': ({ path, why }: Path & { why: string }) => `${quoted(path)} could not be used: ${why}`,
  'secret.damaged': () => 'The stored key can’t be decrypted on this account. Enter it again in Settings.',
  'secret.no_storage': () =>
    'The system’s key storage is not available, so the key was not stored. Set ANTHROPIC_API_KEY instead.',
  'secret.file_damaged': ({ path }: Path) =>
    `The stored keys in ${path} can’t be read. Remove the file and enter them again.`,
}
