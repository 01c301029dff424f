import type { Collection } from '../../shared/contract/library'
import { oneLine } from '../../shared/one-line'
import type { Client } from '../rpc/client'

/** The id of the collection of this name, which is made where there is none; undefined where none is named. */
export async function collectionNamed(client: Client, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  return ((await findCollection(client, name)) ?? (await client.library.createCollection({ name }))).id
}

/** The collection of this name, whatever its case and its blanks; undefined where there is none. */
export async function findCollection(client: Client, name: string): Promise<Collection | undefined> {
  const wanted = oneLine(name).toLowerCase()
  return (await client.library.collections()).find((one) => oneLine(one.name).toLowerCase() === wanted)
}
