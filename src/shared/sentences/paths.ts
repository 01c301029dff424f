import { formatBytes, formatMebibytes } from '../format-bytes'
import { quoted } from '../text/quoted'
import { counted, number } from './english'

interface Path {
  readonly path: string
}
interface Folders {
  readonly folders: readonly string[]
}

const howToGrant = 'Folders are granted in Settings › Folders, or with the command “countersign grant DIR”.'
const all = ({ folders }: Folders) => folders.map(quoted).join(', ')

interface TooLargeFile extends Path {
  /** In bytes. */
  readonly size: number
  readonly limit: number
}

const tooLarge = ({ path, size, limit }: TooLargeFile) =>
  `${quoted(path)} has ${formatMebibytes(size)}; the limit here is ${formatMebibytes(limit)}.`

/** What is refused of paths, folders and files. */
export const pathSentences = {
  'path.secret': ({ path }: Path) =>
    `${quoted(path)} is where keys, passwords or browser data are kept. Tools never change it, and read it only when the person at the window allows exactly that.`,
  'path.own': ({ path }: Path) => `${quoted(path)} belongs to Countersign itself. Tools can’t touch it.`,
  'path.no_grant': () => `No folder is granted. ${howToGrant}`,
  'path.grants_away': (folders: Folders) =>
    `The granted folders are not there now: ${all(folders)}. They may be on a disk that is not connected.`,
  'path.relative_none': ({ path, ...folders }: Path & Folders) =>
    `${quoted(path)} is relative, and none of the granted folders has it: ${all(folders)}. Give the absolute path.`,
  'path.relative_several': ({ path, ...folders }: Path & Folders) =>
    `${quoted(path)} is relative, and more than one of the granted folders has it: ${all(folders)}. Give the absolute path.`,
  'path.link_outside': ({ path }: Path) =>
    `${quoted(path)} leads outside the granted folders by a symbolic link. It was not followed.`,
  'path.outside': ({ path, ...folders }: Path & Folders) =>
    `${quoted(path)} is outside the granted folders (${all(folders)}). ${howToGrant}`,
  'path.read_only': ({ path }: Path) =>
    `${quoted(path)} is granted for reading only. That is changed in Settings › Folders.`,
  'path.empty': () => 'The path is empty.',
  'path.nul': () => 'The path has a NUL character in it.',
  'path.half_character': () => 'The path has half a character in it (a lone surrogate).',
  'path.device': ({ path }: Path) => `${quoted(path)} is a raw device path. Give a usual one.`,
  'path.link_circle': ({ path }: Path) =>
    `${quoted(path)} leads through a symbolic link that runs in a circle.`,
  'path.link_nowhere': ({ path }: Path) =>
    `${quoted(path)} leads through a symbolic link to something that is not there.`,
  'grant.empty': () => 'The path is empty or not valid.',
  'grant.relative': ({ path }: Path) => `${quoted(path)} is relative. Give the whole path.`,
  'grant.not_there': ({ path }: Path) => `${quoted(path)} is not there. Nothing was granted.`,
  'grant.file': ({ path }: Path) => `${quoted(path)} is a file. Grant the folder that it is in.`,
  'grant.whole_disk': ({ path }: Path) =>
    `${quoted(path)} is the root of the whole disk. Grant the folder that you want to work in instead.`,
  'grant.own': ({ path }: Path) =>
    `${quoted(path)} is where Countersign keeps its own data. It can’t be granted.`,
  'grant.secret': ({ path }: Path) =>
    `${quoted(path)} is where keys, passwords or browser data are kept. It can’t be granted.`,
  'grant.gone': () => 'This folder is not granted any more.',
  'file.other_owner': () =>
    'The file belongs to another account, and replacing it would change that. Nothing was changed.',
  'file.special': ({ path }: Path) => `${quoted(path)} is a device or a pipe, neither file nor folder.`,
  'file.special_no_copy': ({ path }: Path) =>
    `${quoted(path)} is a device or a pipe, of which there can be no copy. Nothing was changed.`,
  'file.odd_name': ({ path, name }: Path & { name: string }) =>
    `${quoted(path)} has something in it whose name is not valid Unicode (${quoted(name)}), so Countersign can’t tell it apart. Rename it first. Nothing was changed.`,
  'file.special_not_file': ({ path }: Path) => `${quoted(path)} is a device or a pipe, not a file.`,
  'file.folder': ({ path }: Path) => `${quoted(path)} is a folder, not a file.`,
  'file.not_folder': ({ path }: Path) => `${quoted(path)} is a file, not a folder.`,
  'file.link': ({ path }: Path) => `${quoted(path)} is a symbolic link.`,
  'file.not_copied': ({ path }: Path) =>
    `${quoted(path)} could not be copied faithfully. It was left as it is.`,
  'file.replaced_copying': ({ path }: Path) =>
    `${quoted(path)} was replaced while it was being copied. Nothing was done.`,
  'file.replaced': ({ path }: Path) => `${quoted(path)} was replaced in the meantime. It was left as it is.`,
  'file.changed_reading': ({ path }: Path) =>
    `${quoted(path)} was changed while it was being read. Nothing was done.`,
  'file.tree_too_large': ({ path, entries, levels }: Path & { entries: number; levels: number }) =>
    `${quoted(path)} has more than ${entries} entries or ${levels} levels. Move parts of it one by one.`,
  'file.too_many_folders': ({ path, limit }: Path & { limit: number }) =>
    `${quoted(path)} has more than ${number(limit)} folders, too many to find the passwords and keys in it. Grant a smaller folder to work in.`,
  'file.ends_like_folder': ({ path }: Path) => `${quoted(path)} ends like a folder. Name a file.`,
  'file.exists_for_create': ({ path }: Path) =>
    `${quoted(path)} exists already, and what is new never overwrites. Choose another name, or change what is there.`,
  'file.same_content': ({ path }: Path) =>
    `${quoted(path)} has exactly this content already. Nothing was changed.`,
  'file.exists_unmade': ({ path }: Path) => `${quoted(path)} exists already. Nothing was made.`,
  'file.exists_moving': ({ path }: Path) =>
    `${quoted(path)} exists already, and nothing is overwritten. Choose another name, or move it to the trash first.`,
  'file.taken_for_one': ({ path, other }: Path & { other: string }) =>
    `${quoted(path)} and ${quoted(other)} differ in capitals alone, and this disk takes them for one name. Choose names that differ in more.`,
  'file.too_large_here': (file: TooLargeFile) => tooLarge(file),
  'file.too_large_to_read': (file: TooLargeFile) => `${tooLarge(file)} Its lines can be searched.`,
  'file.too_large_to_edit': (file: TooLargeFile) => `${tooLarge(file)} It is too large to be edited here.`,
  'file.half_character': () => 'The content has half a character in it (a lone surrogate).',
  'file.no_half_character': ({ path }: Path) =>
    `${quoted(path)} is text, in which there can be no half of a character. Nothing was changed.`,
  'file.encoding_too_large': ({
    path,
    size,
    limit,
    encoding,
  }: Path & { size: number; limit: number; encoding: string }) =>
    `${quoted(path)} has ${formatMebibytes(size)} of ${encoding}; the limit here is ${formatMebibytes(limit)} for other encodings than UTF-8.`,
  'file.encoding_damaged': ({ path, encoding }: Path & { encoding: string }) =>
    `${quoted(path)} has bytes that are not valid ${encoding}; writing it back would change them. Nothing was changed.`,
  'file.encoding_lacks': ({ path, encoding }: Path & { encoding: string }) =>
    `${quoted(path)} is stored as ${encoding}, which can’t hold all characters of the new text. Nothing was changed.`,
  'file.pdf': ({ path }: Path) =>
    `${quoted(path)} is a PDF, not text. It can be read once it is in the library.`,
  'file.binary': ({ path }: Path) =>
    `${quoted(path)} is not text but binary data, so it can’t be read as lines.`,
  'file.not_text': ({ path }: Path) =>
    `${quoted(path)} is not text. It can be read once it is in the library.`,
  'file.is_grant': ({ path }: Path) =>
    `${quoted(path)} is a granted folder itself. Only what is in it can be moved.`,
  'file.has_own': ({ path }: Path) => `${quoted(path)} has Countersign’s own data in it. It can’t be moved.`,
  'file.disk_inside': ({ path, inside }: Path & { inside: string }) =>
    `Something else is mounted at ${quoted(inside)}, so ${quoted(path)} can’t be moved or removed as a whole: what lies there belongs to another place, and would go along. Nothing was changed. Unmount it first, or choose what lies beside it.`,
  'file.has_own_inside': ({ path }: Path) => `${quoted(path)} has Countersign’s own data in it.`,
  'file.protected_not_moved': ({ path, inside }: Path & { inside: string }) =>
    `${quoted(path)} has something protected in it (${quoted(inside)}), so it can’t be moved as a whole.`,
  'file.protected_not_copied': ({ path, inside }: Path & { inside: string }) =>
    `${quoted(path)} has something protected in it (${quoted(inside)}), so it can’t be copied as a whole.`,
  'file.to_secret': ({ path }: Path) =>
    `${quoted(path)} is where keys or passwords are kept. Nothing was changed.`,
  'file.planned_gone': () => 'A planned content is not there.',
  'file.planned_missing': () => 'The planned content is not there.',
  'file.planned_unreadable': () => 'The planned content can’t be read.',
  'file.planned_differs': () => 'The planned content is not what was approved. Nothing was changed.',
  'file.changed_since_planned': ({ path }: Path) => `${quoted(path)} was changed since this was planned.`,
  'file.changed_under_proposal': ({ path }: Path) =>
    `${quoted(path)} was changed since another change of it was proposed that waits for a decision. That one has to be rejected, or proposed again, first.`,
  'file.link_not_yet': ({ path }: Path) =>
    `${quoted(path)} leads through a symbolic link that is not in its place yet. Propose this once what you proposed before is decided.`,
  'file.will_be_gone': ({ path }: Path) =>
    `${quoted(path)} will not be there any more: you proposed to move it, or to take it away, and that waits for a decision. Nothing was changed.`,
  'file.proposal_waits': ({ path }: Path) =>
    `What you proposed for ${quoted(path)} waits for a decision. Propose this once that is decided. Nothing was changed.`,
  'file.not_there': ({ path }: Path) => `${quoted(path)} is not there. Nothing was changed.`,
  'file.search_not_started': () => 'The search program could not be started.',
  'file.search_broke_off': () => 'The search was ended from outside before it was through. Try again.',
  'file.search_not_installed': () => 'The search program (ripgrep) is not installed for this system.',
  'file.rollback_failed': ({ why, after }: { why: string; after: string }) =>
    `${why} What had been done before could not be taken back at once: ${after}`,
  'file.picture': ({ path, why }: Path & { why: string }) => `${quoted(path)}: ${why}`,
  'file.written_while_read': () => 'The file was written to while it was being read. Try again.',
  'trash.leads_elsewhere': ({ path }: Path) =>
    `${quoted(path)} leads somewhere else now: a folder above it was replaced.`,
  'trash.taken': ({ path }: Path) =>
    `Something is at ${quoted(path)} now. Move it away first; what is in the trash stays there.`,
  'trash.not_any_more': ({ path }: Path) => `${quoted(path)} is not in the trash any more.`,
  'trash.nothing_of': ({ path }: Path) => `Nothing that was at ${quoted(path)} is in the trash.`,
  'trash.gone': () => 'This is not in the trash any more.',
  'trash.not_back': ({ path }: Path) =>
    `${quoted(path)} could not be brought back faithfully. It stays in the trash.`,
  'stored.changed': () => 'The content changed in the meantime. It was not stored.',
  'stored.gone': ({ path }: Path) =>
    `Something that Countersign kept in its data folder, for the library or for an undo, is gone. Nothing was changed. If a backup has it, restore that; it was the file ${quoted(path)}.`,
  'stored.damaged': ({ path }: Path) =>
    `Something that Countersign keeps in its data folder, for the library or for an undo, is damaged: it is not what was stored any more. Nothing was changed. If a backup has it whole, restore that; it is the file ${quoted(path)}.`,
  'stored.difference': () => 'A stored difference does not fit what it was made for. Nothing was changed.',
  'stored.other_loss': () =>
    'What would be lost is not what was shown any more. Nothing was changed. Look at it again.',
  'stored.type': ({ expected }: { expected: string }) => `Type “${expected}” to confirm this.`,
  'upload.too_large': ({ limit }: { limit: number }) =>
    `The file is larger than ${formatBytes(limit)}; it was not taken.`,
  'host.no_dialogs': () => 'There are no file dialogs here. Type the path, or drop the files.',
  'host.only_web': () => 'Only web and mail addresses can be opened outside.',
  'upload.no_name': () => 'The file has no usable name.',
  'command.not_started': ({ path, why }: Path & { why: string }) =>
    `${quoted(path)} could not be started (${why}). Nothing was run.`,
  'command.no_program': ({ path }: Path) => `${quoted(path)} is not a program that this account can run.`,
  'command.unknown_program': ({ name }: { name: string }) =>
    `There is no program ${quoted(name)} on the search path. Give its path, or set shell for a line with shell syntax.`,
  'command.program_replaced': ({ path }: Path) => `${quoted(path)} was replaced since. Nothing was run.`,
  'command.too_many_secrets': ({ path, limit }: Path & { limit: number }) =>
    `${quoted(path)} has passwords or keys in more than ${number(limit)} places, too many to keep them out of sight. Grant a smaller folder to work in. Nothing was run.`,
  'command.odd_secret': ({ path }: Path) =>
    `${quoted(path)} is where passwords or keys are kept, and a name in its path is not valid Unicode, so it can’t be kept out of sight. Rename it, or grant another folder to work in. Nothing was run.`,
  'command.unknown': ({ id, kept }: { id: string; kept: number }) =>
    `There is no command ${quoted(id)}. Output is kept for the last ${kept} commands, until Countersign is closed.`,
  'command.closing': () => 'Countersign is being closed. Nothing was run.',
  'command.folder_elsewhere': ({ path }: Path) =>
    `${quoted(path)} leads somewhere else now. Nothing was run.`,
  'command.other_sandbox': () => 'The sandbox is not as it was when this was shown. Nothing was run.',
  'command.too_many': ({ count }: { count: number }) =>
    `${counted(count, 'command')} run already. Stop one of them first. Nothing was run.`,
}
