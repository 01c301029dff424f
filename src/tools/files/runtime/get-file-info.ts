import type { FileService } from '../../../main/files/service'
import { formatBytes } from '../../../shared/format-bytes'
import { counted } from '../../../shared/sentences/english'
import { quoted } from '../../../shared/text/quoted'
import { askFor } from './read-question'
import type { FileTool, FileToolState } from './types'
import { whence } from './whence'

/** Implements `get_file_info`. */
export function getFileInfoTool(files: FileService): FileTool<'get_file_info'> {
  return {
    ask: askFor(files, 'see'),
    async run(input, { permitted }) {
      const info = await files.permitting(permitted).info(input.path)
      const state: FileToolState<'get_file_info'> = {
        path: info.path,
        name: info.name,
        kind: info.kind,
        size: info.size,
        modified_at: info.modifiedAt,
        created_at: info.createdAt,
        permissions: info.mode.toString(8).padStart(4, '0'),
        hard_links: info.links,
        entries: info.entries,
        target: info.target,
        access: info.access,
      }
      return { content: inWords(state), state, ...whence(files, info.path) }
    },
  }
}

function inWords(state: FileToolState<'get_file_info'>): string {
  const facts = [
    state.size === null ? '' : sizeInWords(state.size),
    state.entries === null ? '' : counted(state.entries, 'entry', 'entries'),
    state.target === null ? '' : `leads to ${quoted(state.target)}`,
    `changed ${new Date(state.modified_at).toISOString()}`,
    state.created_at === null ? '' : `created ${new Date(state.created_at).toISOString()}`,
    `permissions ${state.permissions}`,
    state.kind === 'file' && state.hard_links > 1 ? `${state.hard_links} names (hard links)` : '',
    state.access === 'read' ? 'granted for reading only' : 'may be changed',
  ]
  return `${quoted(state.path)}: ${state.kind}, ${facts.filter((fact) => fact !== '').join(', ')}.`
}

function sizeInWords(size: number): string {
  const rounded = formatBytes(size)
  const exact = counted(size, 'byte')
  return rounded.replaceAll(',', '') === exact.replaceAll(',', '') ? rounded : `${rounded} (${exact})`
}
