import type { FileService } from '../../../main/files/service'
import type { Answer } from '../../../shared/tool/runtime'

/** Whence an answer comes that was read at these canonical paths. */
export function whence(
  files: Pick<FileService, 'originOf'>,
  ...paths: readonly string[]
): Pick<Answer<unknown>, 'origin' | 'sources' | 'places'> {
  return { ...files.originOf(...paths), places: paths }
}
