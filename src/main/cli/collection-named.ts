import type { Client } from '../rpc/client'

/** The id of the collection of this name, which is made where there is none; undefined where none is named. */
export async function collectionNamed(client: Client, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  const known = (await client.library.collections()).find(
    (collection) => collection.name.toLowerCase() === name.toLowerCase(),
  )
  return (known ?? (await client.library.createCollection({ name }))).id
}
