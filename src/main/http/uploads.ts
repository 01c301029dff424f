import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { uploadLimitBytes } from '../../shared/contract/library'
import { minuteMs } from '../../shared/durations'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { privateFile, privateFolder } from '../disk/owner-only'

// A name of 255 bytes is the most that usual file systems take.
const nameLimitBytes = 255

/** How long nothing of a file may come (milliseconds): its page is gone then, or its connection is dead. */
const silenceMs = 2 * minuteMs

// Below the folder of uploads a path may be longer than systems take; a file is kept without its folders then.
const folderLimitBytes = 1024

/**
 * Stores one file that was dropped on the page, under a random folder, and answers its path. The name comes
 * percent-encoded in `x-file-name`, and the folders that were dropped with it in `x-file-folder`, with slashes between
 * them; both lose everything that could leave the folder. Whoever sends nothing for so long is cut off.
 */
export async function receiveUpload(
  request: IncomingMessage,
  uploads: string,
  longestSilenceMs: number = silenceMs,
): Promise<{ path: string }> {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  if (announced > uploadLimitBytes) throw tooLarge()
  const name = safeName(request.headers['x-file-name'])
  const folder = join(uploads, randomUUID())
  const inFolder = join(folder, ...safeFolders(request.headers['x-file-folder']))
  const path = join(inFolder, name)
  await mkdir(folder, { mode: privateFolder })
  const { socket } = request
  const giveUp = () => request.destroy()
  socket.setTimeout(longestSilenceMs).once('timeout', giveUp)
  try {
    await mkdir(inFolder, { mode: privateFolder, recursive: true })
    await pipeline(
      request,
      limitTo(uploadLimitBytes),
      createWriteStream(path, { flags: 'wx', mode: privateFile }),
    )
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    // The connection may wait for the next file for as long as it likes.
    socket.setTimeout(0).off('timeout', giveUp)
  }
  return { path }
}

function safeName(header: string | string[] | undefined): string {
  const name = decodeName(header, 'x-file-name')
  const last = name.split(/[/\\]/).at(-1)?.replaceAll('\0', '') ?? ''
  if (last === '' || last === '.' || last === '..' || Buffer.byteLength(last) > nameLimitBytes) {
    throw new AppError('invalid_input', say('upload.no_name'), { field: 'x-file-name' })
  }
  return last
}

function safeFolders(header: string | string[] | undefined): string[] {
  const folders = decodeName(header, 'x-file-folder')
    .split(/[/\\]/)
    .map((name) => name.replaceAll('\0', ''))
    .filter((name) => name !== '' && name !== '.' && name !== '..')
  const tooLong = folders.some((name) => Buffer.byteLength(name) > nameLimitBytes)
  return tooLong || Buffer.byteLength(folders.join('/')) > folderLimitBytes ? [] : folders
}

function decodeName(header: string | string[] | undefined, field: string): string {
  try {
    return decodeURIComponent(String(header ?? ''))
  } catch (error) {
    throw new AppError('invalid_input', 'The file’s name is not percent-encoded.', { cause: error, field })
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
