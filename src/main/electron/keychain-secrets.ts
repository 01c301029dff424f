import { safeStorage } from 'electron'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Secrets } from '../host'

/** Encrypts each secret with the system's key storage before the file store sees it. */
export function createKeychainSecrets(store: Secrets): Secrets {
  return {
    async get(name) {
      const stored = await store.get(name)
      if (stored === null) return null
      try {
        return safeStorage.decryptString(Buffer.from(stored, 'base64'))
      } catch (error) {
        throw new AppError('corrupt', say('secret.damaged'), {
          cause: error,
        })
      }
    },
    async set(name, value) {
      if (!safeStorage.isEncryptionAvailable()) {
        throw new AppError('unavailable', say('secret.no_storage'))
      }
      await store.set(name, safeStorage.encryptString(value).toString('base64'))
    },
    remove: (name) => store.remove(name),
    names: () => store.names(),
  }
}
