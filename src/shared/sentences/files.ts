import { formatBytes } from '../format-bytes'
import { quoted } from '../text/quoted'
import { calendarDay, counted, number, type Told, toldInWords } from './english'

/** One edit of a text, by its number among several; the text by its name in quotes. */
interface Edit {
  readonly edit: number
  readonly of: number
  readonly named: string
}

const theEdit = (edit: number, of: number) => (of === 1 ? 'The edit' : `Edit ${edit} of ${of}`)

const looking: Readonly<Record<string, string>> = {
  read: 'Read',
  list: 'List what is in',
  find: 'Find files by name in',
  search: 'Search the text in',
  see: 'See size, times and permissions of',
}
const obstacles: Readonly<Record<string, string>> = {
  secret: 'which may hold passwords or keys',
  outside: 'which is outside the granted folders',
}

interface NewFile {
  readonly path: string
  readonly size: number
  readonly folders: number
}

/** What a file holds that is not text; the type is empty where it is not known, and only pictures have pixels. */
interface Kind {
  readonly type: string
  readonly width: number
  readonly height: number
}

interface Moved extends Told {
  readonly from: string
  readonly to: string
  readonly count: number
  readonly folders: number
  /** Files in all, where a folder is among it. */
  readonly inside?: number
}

function kindInWords({ type, width, height }: Kind): string {
  if (type === '') return 'not text'
  return width === 0 ? type : `${type}, ${number(width)} × ${number(height)} pixels`
}
const inFolders = (folders: number) => (folders > 0 ? `, in ${counted(folders, 'new folder')}` : '')
const insideInWords = ({ inside = 0 }: Moved) => (inside > 0 ? ` with ${counted(inside, 'file')}` : '')
const movedInWords = (moved: Moved) =>
  (moved.count === 1
    ? `${quoted(moved.from)}${insideInWords(moved)} to ${quoted(moved.to)}`
    : `${counted(moved.count, 'item')}${insideInWords(moved)}: ${toldInWords(moved)}`) +
  inFolders(moved.folders)

/** What the tools for files propose, and what a person is told of it. */
export const fileSentences = {
  'files.create': ({ path, lines, size, folders }: NewFile & { lines: number }) =>
    `Create ${quoted(path)} (${counted(lines, 'line')}, ${formatBytes(size)})${inFolders(folders)}`,
  'files.create_binary': ({ path, size, folders, ...kind }: NewFile & Kind) =>
    `Create ${quoted(path)} (${kindInWords(kind)}, ${formatBytes(size)})${inFolders(folders)}`,
  'files.create_folder': ({ path, above }: { path: string; above: number }) =>
    `Create the folder ${quoted(path)}${above > 0 ? ` and ${counted(above, 'folder')} above it` : ''}`,
  'files.edit': ({
    path,
    count,
    added,
    removed,
  }: Record<'count' | 'added' | 'removed', number> & { path: string }) =>
    `Edit ${quoted(path)}: ${counted(count, 'replacement')}, +${added} −${removed} lines`,
  'files.append': ({ path, lines }: { path: string; lines: number }) =>
    `Append ${counted(lines, 'line')} to ${quoted(path)}`,
  'files.overwrite_new': ({ path, size }: { path: string; size: number }) =>
    `Create ${quoted(path)} (${formatBytes(size)})`,
  'files.overwrite': ({ path, before, size }: { path: string; before: number; size: number }) =>
    `Overwrite ${quoted(path)} (${formatBytes(before)}) with ${formatBytes(size)} of new text`,
  'files.overwrite_binary': ({
    path,
    before,
    size,
    ...kind
  }: Kind & { path: string; before: number; size: number }) =>
    `Overwrite ${quoted(path)} (${formatBytes(before)}) with ${formatBytes(size)} (${kindInWords(kind)})`,
  'files.move': (moved: Moved) => `Move ${movedInWords(moved)}`,
  'files.copy': ({ size, ...moved }: Moved & { size: number }) =>
    `Copy ${movedInWords(moved)} (${formatBytes(size)})`,
  'files.move_part': ({ count, ...names }: Told & { count: number }) =>
    `Move ${counted(count, 'item')}: ${toldInWords(names)}`,
  'files.copy_part': ({ count, ...names }: Told & { count: number }) =>
    `Copy ${counted(count, 'item')}: ${toldInWords(names)}`,
  'files.trash': ({
    single,
    folders,
    inside,
    size,
    ...names
  }: Told & Record<'single' | 'folders' | 'inside' | 'size', number>) => {
    const what = [
      ...(single > 0 ? [counted(single, 'file')] : []),
      ...(folders > 0 ? [`${counted(folders, 'folder')} with ${counted(inside, 'file')}`] : []),
    ].join(' and ')
    return `Move ${what} to the trash (${formatBytes(size)}): ${toldInWords(names)}`
  },
  'files.trash_part': ({ count, size, ...names }: Told & { count: number; size: number }) =>
    `Move ${counted(count, 'thing')} to the trash (${formatBytes(size)}): ${toldInWords(names)}`,
  'files.restore': ({ count, size, ...names }: Told & { count: number; size: number }) =>
    `Bring ${counted(count, 'item')} back from the trash (${formatBytes(size)}): ${toldInWords(names)}`,
  'files.restore_part': ({ count, ...names }: Told & { count: number }) =>
    `Bring ${counted(count, 'item')} back from the trash: ${toldInWords(names)}`,
  'files.ask': ({ how, path, why }: { how: string; path: string; why: string }) =>
    `${looking[how] ?? how} ${quoted(path)}, ${obstacles[why] ?? why}`,
  'files.ask_find': ({ path, pattern, why }: { path: string; pattern: string; why: string }) =>
    `Find ${quoted(pattern)} by name in ${quoted(path)}, ${obstacles[why] ?? why}`,
  'files.ask_search': ({ path, query, why }: { path: string; query: string; why: string }) =>
    `Search for ${quoted(query)} in the text of ${quoted(path)}, ${obstacles[why] ?? why}`,
  'files.inside': ({ files }: { files: number }) => `folder with ${counted(files, 'file')}`,
  'files.new_folder': () => 'new folder',
  'files.link': () => 'symbolic link; what it points to stays',
  'files.in_trash': ({ date, inside }: { date: string; inside?: number }) =>
    `${inside === undefined ? '' : `folder with ${counted(inside, 'file')}, `}in the trash since ${calendarDay(date)}`,
  'files.present_content': () => 'what is in it now',
  'files.given_to_model': () => 'What is read is given to the model, which can’t be taken back.',
  'files.as_it_is': () =>
    'With this text the file stays as it is. Nothing was changed. Reject the proposal if that is what you want.',
  /** Of one edit, or of one among several; `spaced` where the same words are there, written otherwise. People read it on a card, and models. */
  'edit.no_match': ({ edit, of, named, what, spaced }: Edit & { what: 'file' | 'note'; spaced: boolean }) =>
    `${theEdit(edit, of)} did not match: the text that it replaces is not in ${named}. ${
      spaced
        ? 'The same words are there with other spaces or line breaks, and it has to be exactly as it stands there.'
        : `The ${what} may have changed since it was read; the text has to be exactly as it stands there now.`
    } Nothing was changed.`,
  'edit.several_matches': ({ edit, of, named, places, lines }: Edit & { places: number; lines: string }) =>
    `${theEdit(edit, of)} matched ${places === 0 ? 'very many' : places} places in ${named} (lines ${lines}). It needs more of the text around the one that is meant, or has to say that all are replaced. Nothing was changed.`,
  'files.long_difference': () => 'The difference is long; only its first part is shown.',
  'files.long_text': ({ count }: { count: number }) =>
    `The text is long: ${number(count)} characters between its beginning and its end are not shown.`,
  'files.not_compared': () => 'What is there now is not text, or too long to be compared.',
  'files.protected_go_along': ({ path, count }: { path: string; count: number }) =>
    `${quoted(path)} has ${counted(count, 'protected entry', 'protected entries')} in it, which go along.`,
  'files.hard_links': ({ links }: { links: number }) =>
    `The file has ${links} names (hard links). The others keep the old text, and this one becomes a file of its own, which it stays after an undo.`,
  'files.acted_on': ({ path }: { path: string }) =>
    `Other programs act by themselves on ${quoted(path)}: what stands there can make them run commands.`,
  'files.program': () => 'The file is a program that can be run.',
  'files.beyond_kept': ({ size, kept }: { size: number; kept: number }) =>
    `${formatBytes(size)} is more than the ${formatBytes(kept)} that are kept for undo: it can be brought back only until Countersign next makes room, which it does once a day.`,
  'files.write_protected': () => 'The file is write-protected.',
  'files.replaces': ({ percent }: { percent: number }) => `It replaces ${percent}% of the text.`,
}
