import { randomUUID } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { systemFailure } from '../../shared/system-failures'
import { syncFolder, writePrivateFile } from '../disk/durable'
import { readOwnText } from '../disk/own-file'
import type { Secrets } from '../host'

const contentSchema = z.record(z.string(), z.string())

/**
 * Secrets in a file that only this user can read, for hosts without a keychain. Kept apart from the database,
 * so that exports, backups and logs can't hold them.
 */
export function createFileSecrets(path: string): Secrets {
  const read = (): Record<string, string> => {
    try {
      return contentSchema.parse(JSON.parse(readOwnText(path)))
    } catch (error) {
      if (isMissing(error)) return {}
      // A disk that fails now says nothing of the keys: written as if there were none, all would be lost.
      if (systemFailure(error) !== null) throw error
      throw new AppError('corrupt', say('secret.file_damaged', { path }), {
        cause: error,
      })
    }
  }
  const write = (content: Record<string, string>): void => {
    const temporary = `${path}.${randomUUID()}`
    try {
      writePrivateFile(temporary, JSON.stringify(content))
      renameSync(temporary, path)
    } catch (error) {
      // A full disk leaves no half of the keys beside the file.
      rmSync(temporary, { force: true })
      throw error
    }
    syncFolder(dirname(path))
  }
  return {
    get: async (name) => read()[name] ?? null,
    set: async (name, value) => write({ ...read(), [name]: value }),
    async remove(name) {
      const { [name]: _removed, ...rest } = read()
      write(rest)
    },
    names: async () => Object.keys(read()),
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
