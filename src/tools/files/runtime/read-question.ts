import { basename, dirname } from 'node:path'
import type { FileService } from '../../../main/files/service'
import { assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { spoken, type Target } from '../../../shared/tool/preview'
import type { ReadQuestion } from '../../../shared/tool/runtime'

/** What a tool does with what it was given a path of. */
type Looking = 'read' | 'list' | 'find' | 'search' | 'see'

const kinds = {
  read: 'file',
  list: 'folder',
  find: 'folder',
  search: 'file_or_folder',
  see: 'entry',
} as const

/** How a read tool asks for what is outside the granted folders, and for well-known secrets. */
export function askFor(files: FileService, looking: Looking): (input: Input) => Promise<ReadQuestion | null> {
  return async (input) => {
    // Without one the granted folders are looked through.
    if (input.path === undefined) return null
    return questionOf(await files.readQuestion(input.path, kinds[looking]), looking, input)
  }
}

interface Input {
  readonly path?: string | undefined
  readonly pattern?: string | undefined
  readonly query?: string | undefined
}

function questionOf(
  obstacle: Awaited<ReturnType<FileService['readQuestion']>>,
  looking: Looking,
  input: Input,
): ReadQuestion | null {
  if (obstacle === null) return null
  const { kind, path, folder } = obstacle
  const target: Target = { kind: folder ? 'folder' : 'file', label: basename(path), reference: path }
  const place = folder ? path : dirname(path)
  const container: Target = { kind: 'folder', label: basename(place), reference: place }
  return {
    reference: path,
    ...askedOf(looking, input),
    preview: spoken({
      summary: summaryOf(looking, input, path, kind),
      targets: [target],
      changes: [],
      lost: [],
      recovery: 'none',
      warnings: [say('files.given_to_model')],
      // The folder of a secret is not offered to be granted.
      ...(kind === 'outside' ? { container } : {}),
    }),
  }
}

/** A yes to a file is to all of it; one to a folder is to what is looked for there, and not to anything else. */
function askedOf(looking: Looking, { path: _path, ...asked }: Input): { readonly asked?: unknown } {
  switch (looking) {
    case 'read':
    case 'see':
      return {}
    case 'list':
    case 'find':
    case 'search':
      return { asked }
    default:
      return assertNever(looking)
  }
}

function summaryOf(looking: Looking, { pattern, query }: Input, path: string, why: string): Sentence {
  if (pattern !== undefined) return say('files.ask_find', { path, pattern, why })
  if (query !== undefined) return say('files.ask_search', { path, query, why })
  return say('files.ask', { how: looking, path, why })
}
