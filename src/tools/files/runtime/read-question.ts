import { basename, dirname } from 'node:path'
import type { FileService } from '../../../main/files/service'
import { assertNever } from '../../../shared/errors'
import { quoted } from '../../../shared/quoted'
import type { Target } from '../../../shared/tool/preview'
import type { ReadQuestion } from '../../../shared/tool/runtime'

type Obstacle = Awaited<ReturnType<FileService['readQuestion']>>

/** What stands in the way of reading one file, as the person is asked about it. */
export function questionOf(obstacle: Obstacle): ReadQuestion | null {
  if (obstacle === null) return null
  const { kind, path } = obstacle
  const name = basename(path)
  const target: Target = { kind: 'file', label: name, reference: path }
  const preview = { targets: [target], changes: [], lost: [], recovery: 'none' as const }
  switch (kind) {
    case 'secret':
      return {
        reference: path,
        preview: {
          ...preview,
          summary: `Read ${quoted(path)}, which may hold passwords or keys`,
          warnings: ['What is read is given to the model, and can’t be taken back.'],
        },
      }
    case 'outside':
      return {
        reference: path,
        preview: {
          ...preview,
          summary: `Read ${quoted(path)}, which is outside the granted folders`,
          warnings: ['What is read is given to the model, and can’t be taken back.'],
          container: { kind: 'folder', label: basename(dirname(path)), reference: dirname(path) },
        },
      }
    default:
      return assertNever(kind)
  }
}
