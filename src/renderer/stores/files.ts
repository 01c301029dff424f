import { create } from 'zustand'
import type { Grant, NamedFile } from '../../shared/contract/files'
import type { Access } from '../../shared/tool/access'
import { client } from '../app/client'

/** Folders that tools may touch. */
export const useFiles = create<{ readonly grants: readonly Grant[]; readonly loaded: boolean }>(() => ({
  grants: [],
  loaded: false,
}))

/** Loads the grants. */
export async function loadGrants(): Promise<void> {
  takeGrants(await client.files.grants())
}

/** Takes the grants from the stream. */
export function takeGrants(grants: readonly Grant[]): void {
  useFiles.setState({ grants, loaded: true })
}

/** Lets tools touch a folder. */
export async function grantFolder(path: string, access: Access): Promise<Grant> {
  const grant = await client.files.grant({ path, access })
  await loadGrants()
  return grant
}

/** Takes a folder away from tools. */
export async function revokeGrant(id: string): Promise<void> {
  await client.files.revoke({ id })
  await loadGrants()
}

/** Files of granted folders with these words in their names; null once nobody waits for them any more. */
export async function filesNamed(
  words: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly NamedFile[] | null> {
  try {
    const { files } = await client.files.named({ words, limit }, { signal })
    return signal.aborted ? null : files
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}
