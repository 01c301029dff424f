import type { FileService } from '../../../main/files/service'
import { assertNever } from '../../../shared/errors'
import { formatBytes } from '../../../shared/format-bytes'
import { counted } from '../../../shared/sentences/english'
import { quoted } from '../../../shared/text/quoted'
import { askFor } from './read-question'
import type { FileTool, FileToolState } from './types'
import { whence } from './whence'
import { passedOverInWords, pendingInWords } from './wording'

type ListedEntry = FileToolState<'list_directory'>['entries'][number]

/** Implements `list_directory`. */
export function listDirectoryTool(files: FileService): FileTool<'list_directory'> {
  return {
    ask: askFor(files, 'list'),
    async run(input, { signal, pendingPlans, permitted }) {
      const listing = await files.permitting(permitted).list(input.path, {
        depth: input.depth,
        sort: input.sort,
        includeIgnored: input.include_ignored,
        limit: input.limit,
        signal,
      })
      const entries = [...listing.entries]
      const state = {
        path: listing.path,
        entries,
        files: entries.filter((entry) => entry.kind === 'file').length,
        folders: entries.filter((entry) => entry.kind === 'folder').length,
        ignored: listing.ignored,
        truncated: listing.truncated,
        passed_over: [...listing.passedOver],
      }
      const head =
        listing.path === null
          ? `${counted(entries.length, 'granted folder')}:`
          : `${quoted(listing.path)}: ${counted(state.folders, 'folder')}, ${counted(state.files, 'file')}${entries.length === 0 ? ' (empty)' : ''}`
      const lines = entries.map((entry) => line(entry, listing.path))
      const more = listing.truncated
        ? `\nThere is more than these ${entries.length} entries: raise limit or list a part.`
        : ''
      const ignored =
        listing.ignored === 0
          ? ''
          : `\n${counted(listing.ignored, 'entry', 'entries')} left out by .gitignore (include_ignored lists them).`
      return {
        content:
          [head, ...lines].join('\n') +
          more +
          ignored +
          passedOverInWords(state.passed_over) +
          pendingInWords(files, listing.path, pendingPlans),
        state,
        ...whence(files, ...(listing.path === null ? [] : [listing.path])),
      }
    },
  }
}

/** Implements `find_files`. */
export function findFilesTool(files: FileService): FileTool<'find_files'> {
  return {
    ask: askFor(files, 'find'),
    async run(input, { signal, permitted }) {
      const { pattern, path, kind, sort, limit } = input
      const found = await files.permitting(permitted).find({
        pattern,
        path,
        kind,
        sort,
        limit,
        includeIgnored: input.include_ignored,
        signal,
      })
      const state = {
        pattern: input.pattern,
        roots: [...found.roots],
        matches: found.matches.map(({ path, name, kind, size, modified_at }) => ({
          path,
          name,
          kind,
          size,
          modified_at,
        })),
        truncated: found.truncated,
        passed_over: [...found.passedOver],
      }
      const head =
        state.matches.length === 0
          ? `Nothing fits ${quoted(input.pattern)} in ${found.roots.map(quoted).join(', ')}.${input.include_ignored ? '' : ' What .gitignore files leave out was not looked at.'}`
          : `${counted(state.matches.length, 'match', 'matches')}${found.truncated ? ' (there are more: narrow the pattern or raise limit)' : ''}:`
      const lines = state.matches.map(
        ({ path, size }) => `${quoted(path)}${size === null ? '' : `\t${formatBytes(size)}`}`,
      )
      return {
        content: [head, ...lines].join('\n') + passedOverInWords(state.passed_over),
        state,
        ...whence(files, ...found.roots),
      }
    },
  }
}

function line(entry: ListedEntry, root: string | null): string {
  const indent = '  '.repeat(entry.depth - 1)
  const name = quoted(root === null ? entry.path : entry.name)
  const time =
    entry.modified_at === null ? '' : `\t${new Date(entry.modified_at).toISOString().slice(0, 16)}Z`
  const note = entry.protected ? '\tprotected' : ''
  switch (entry.kind) {
    case 'folder':
      return `${indent}${name}/${note}`
    case 'file':
      return `${indent}${name}\t${formatBytes(entry.size ?? 0)}${time}${note}`
    case 'link':
      return `${indent}${name} -> ${quoted(entry.target ?? '')}${note}`
    case 'other':
      return `${indent}${name}\tdevice or pipe${note}`
    default:
      return assertNever(entry.kind)
  }
}
