import type { FileService } from '../../../main/files/service'
import { AppError } from '../../../shared/errors'
import { formatBytes } from '../../../shared/format-bytes'
import { number } from '../../../shared/sentences/english'
import { quoted } from '../../../shared/text/quoted'
import type { Answer } from '../../../shared/tool/runtime'
import type { FileToolState } from './types'
import { whence } from './whence'
import { pictureName } from './wording'

/** Errors of reading text after which a file may still be a picture. */
export function mayBePicture(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unsupported' || error.code === 'too_large')
}

/** Reads a picture for a model that sees; null where the file is none. */
export async function readPicture(
  files: FileService,
  path: string,
  signal: AbortSignal,
): Promise<Answer<FileToolState<'read_file'>> | null> {
  const file = await files.readPicture(path, signal)
  if (file === null) return null
  const { picture, originalType, originalWidth: width, originalHeight: height, size } = file
  const smaller = picture.width !== width || picture.height !== height
  const given = smaller ? ` It is given scaled to ${pixels(picture.width, picture.height)}.` : ''
  return {
    content: `${quoted(file.path)} is a picture: ${pictureName(originalType)}, ${pixels(width, height)}, ${formatBytes(size)}.${given}`,
    images: [picture],
    state: {
      path: file.path,
      name: file.name,
      text: '',
      start_line: 1,
      end_line: 0,
      total_lines: 0,
      truncated: false,
      cut_lines: 0,
      encoding: 'none',
      line_ending: 'none',
      picture: { media_type: originalType, width, height, given: picture },
      size,
      modified_at: file.modifiedAt,
    },
    ...whence(files, file.path),
  }
}

function pixels(width: number, height: number): string {
  return `${number(width)} × ${number(height)} pixels`
}
