import { basename, dirname } from 'node:path'
import type { FileService } from '../../../main/files/service'
import { assertNever } from '../../../shared/errors'
import { quoted } from '../../../shared/quoted'
import type { Target } from '../../../shared/tool/preview'
import type { ReadQuestion } from '../../../shared/tool/runtime'

const warning =
  'What is read is given to the model, which can’t be taken back. A yes holds for this file in this run alone.'

type Obstacle = Awaited<ReturnType<FileService['readQuestion']>>

/** What stands in the way of reading one file, as the person is asked about it. */
export function questionOf(obstacle: Obstacle): ReadQuestion | null {
  if (obstacle === null) return null
  const { kind, path } = obstacle
  const name = basename(path)
  const target: Target = { kind: 'file', label: name, reference: path }
  const preview = { targets: [target], changes: [], lost: [], recovery: 'none' as const, warnings: [warning] }
  switch (kind) {
    case 'secret':
      return {
        reference: path,
        preview: {
          ...preview,
          summary: `Read ${quoted(path)}, which may hold passwords or keys`,
        },
      }
    case 'outside':
      return {
        reference: path,
        preview: {
          ...preview,
          summary: `Read ${quoted(path)}, which is outside the granted folders`,
          container: { kind: 'folder', label: basename(dirname(path)), reference: dirname(path) },
        },
      }
    default:
      return assertNever(kind)
  }
}
