import { create } from 'zustand'
import type { Access, Grant } from '../../shared/contract/files'
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
