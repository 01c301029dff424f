import type { Collection } from '../../shared/contract/library'
import { isSameName, oneLine } from '../../shared/text/one-line'
import type { Client } from '../rpc/client'
import { usageError } from './arguments'

/** The id of the collection of this name, which is made where there is none; undefined where none is named. */
export async function collectionNamed(client: Client, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  const found = (await findCollection(client, name)) ?? (await client.library.createCollection({ name }))
  return found.id
}

/** The collection of this name; undefined where there is none. Throws wrong use for no name. */
export async function findCollection(client: Client, name: string): Promise<Collection | undefined> {
  if (oneLine(name) === '')
    throw usageError('--collection needs a name after it, of characters that can be seen.')
  const collections = await client.library.collections()
  return collections.find((each) => isSameName(each.name, name))
}
