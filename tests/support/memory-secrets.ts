import type { Secrets } from '../../src/main/host'

/** Secrets that are kept in a map, where a test sees them. */
export function memorySecrets(kept: Map<string, string> = new Map()): Secrets {
  return {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
    names: async () => [...kept.keys()],
  }
}
