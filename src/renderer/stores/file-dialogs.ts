import { client } from '../app/client'

/** Opens the system's dialog for files. */
export async function chooseFiles(): Promise<readonly string[]> {
  return (await client.files.chooseFiles()).paths
}

/** Opens the system's dialog for a folder. */
export async function chooseFolder(): Promise<string | null> {
  return (await client.files.chooseFolder())?.path ?? null
}
