import type { Secrets } from '../../host'

/** The keys of the servers that make vectors: a key is given to the server that it was entered for only. */
export type ServerKeys = {
  /** Null where there is none; throws where one can't be read. */
  get(address: string): Promise<string | null>
  /** Whether there is one, or one that can't be read: the person can remove it. */
  has(address: string): Promise<boolean>
  /** Stores it; an empty one is forgotten. */
  set(address: string, key: string): Promise<void>
}

/** Makes what keeps them; models of this machine have no address, and no key. */
export function createServerKeys(secrets: Secrets): ServerKeys {
  const get = async (address: string): Promise<string | null> =>
    address === '' ? null : await secrets.get(nameOf(address))
  return {
    get,
    async has(address) {
      try {
        return (await get(address)) !== null
      } catch {
        // One that can't be read is there.
        return true
      }
    },
    async set(address, key) {
      const name = nameOf(address)
      if (key.trim() === '') await secrets.remove(name)
      else await secrets.set(name, key.trim())
    },
  }
}

function nameOf(address: string): string {
  return `embedding-key ${new URL(address).origin}`
}
