import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { say } from '../../shared/sentences/say'
import type { Secrets } from '../host'

/** A variable or a header as it is entered; without a value it keeps the one it has. */
export interface GivenSecret {
  readonly name: string
  readonly value?: string | undefined
}

/** The values of variables and headers by the id of whose they are, kept where keys are and nowhere else. */
export interface NamedSecrets {
  /** Throws, naming it, where one of these has no value. */
  get(id: string, names: readonly string[]): Promise<Readonly<Record<string, string>>>
  /**
   * Keeps those of these names alone; one that is given without a value keeps the one it has, which it must have. For
   * another place than before, none has one.
   */
  set(id: string, given: readonly GivenSecret[], isElsewhere: boolean): Promise<void>
  remove(id: string): Promise<void>
}

const storedSchema = z.record(z.string(), z.string())

/** Makes the store over the host's; `kind` is what the names of its keys begin with. */
export function createNamedSecrets(secrets: Secrets, kind: 'mcp-server' | 'http-tool'): NamedSecrets {
  const keyOf = (id: string) => `${kind} ${id}`
  const read = async (id: string): Promise<ReadonlyMap<string, string>> => {
    const text = await secrets.get(keyOf(id))
    // What is damaged has no values: they are asked for again, which could not be if this failed.
    const { data = {} } = storedSchema.safeParse(text === null ? {} : parsedJson(text))
    return new Map(Object.entries(data))
  }
  return {
    async get(id, names) {
      const stored = names.length === 0 ? new Map<string, string>() : await read(id)
      return Object.fromEntries(names.map((name) => [name, stored.get(name) ?? missing(name)]))
    },
    async set(id, given, isElsewhere) {
      const before = isElsewhere ? new Map<string, string>() : await read(id)
      const values = given.map(
        ({ name, value }) => [name, value ?? before.get(name) ?? missing(name)] as const,
      )
      if (values.length === 0) await secrets.remove(keyOf(id))
      else await secrets.set(keyOf(id), JSON.stringify(Object.fromEntries(values)))
    },
    remove: (id) => secrets.remove(keyOf(id)),
  }
}

function missing(name: string): never {
  throw new AppError('invalid_input', say('foreign.no_value', { name }), { field: 'secrets' })
}
