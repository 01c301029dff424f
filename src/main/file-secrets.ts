import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { AppError } from '../shared/errors'
import { say } from '../shared/sentences/say'
import type { Secrets } from './host'

const contentSchema = z.record(z.string(), z.string())

/**
 * Secrets in a file that only this user can read, for hosts without a keychain. Kept apart from the database,
 * so that exports, backups and logs can't hold them.
 */
export function createFileSecrets(path: string): Secrets {
  const read = (): Record<string, string> => {
    if (!existsSync(path)) return {}
    try {
      return contentSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch (error) {
      throw new AppError('corrupt', say('secret.file_damaged', { path }), {
        cause: error,
      })
    }
  }
  const write = (content: Record<string, string>): void => {
    const temporary = `${path}.${randomUUID()}`
    writeFileSync(temporary, JSON.stringify(content), { mode: 0o600, flag: 'wx' })
    renameSync(temporary, path)
  }
  return {
    get: async (name) => read()[name] ?? null,
    set: async (name, value) => write({ ...read(), [name]: value }),
    async remove(name) {
      const { [name]: _removed, ...rest } = read()
      write(rest)
    },
  }
}
