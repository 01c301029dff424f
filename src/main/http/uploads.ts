import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { uploadLimitBytes } from '../../shared/contract/library'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'

// A name of 255 bytes is the most that usual file systems take.
const nameLimitBytes = 255

/**
 * Stores one file that was dropped on the page, under a random folder, and answers its path. The name comes
 * percent-encoded in `x-file-name` and loses everything that could leave the folder.
 */
export async function receiveUpload(request: IncomingMessage, uploads: string): Promise<{ path: string }> {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  if (announced > uploadLimitBytes) throw tooLarge()
  const folder = join(uploads, randomUUID())
  const path = join(folder, safeName(request.headers['x-file-name']))
  await mkdir(folder, { mode: 0o700 })
  try {
    await pipeline(request, limitTo(uploadLimitBytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return { path }
}

function safeName(header: string | string[] | undefined): string {
  const name = decodeName(header)
  const last = name.split(/[/\\]/).at(-1)?.replaceAll('\0', '') ?? ''
  if (last === '' || last === '.' || last === '..' || Buffer.byteLength(last) > nameLimitBytes) {
    throw new AppError('invalid_input', say('upload.no_name'), { field: 'x-file-name' })
  }
  return last
}

function decodeName(header: string | string[] | undefined): string {
  try {
    return decodeURIComponent(String(header ?? ''))
  } catch (error) {
    throw new AppError('invalid_input', 'The file’s name is not percent-encoded.', {
      cause: error,
      field: 'x-file-name',
    })
  }
}

function limitTo(bytes: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > bytes) done(tooLarge())
      else done(null, chunk)
    },
  })
}

function tooLarge(): AppError {
  return new AppError('too_large', say('upload.too_large', { limit: uploadLimitBytes }))
}
