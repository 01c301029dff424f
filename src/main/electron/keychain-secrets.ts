import { safeStorage } from 'electron'
import { AppError } from '../../shared/errors'
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
        throw new AppError(
          'corrupt',
          'The stored key can’t be decrypted on this account. Enter it again in Settings.',
          {
            cause: error,
          },
        )
      }
    },
    async set(name, value) {
      if (!safeStorage.isEncryptionAvailable()) {
        throw new AppError(
          'unavailable',
          'The system’s key storage is not available, so the key was not stored. Set ANTHROPIC_API_KEY instead.',
        )
      }
      await store.set(name, safeStorage.encryptString(value).toString('base64'))
    },
    remove: (name) => store.remove(name),
  }
}
