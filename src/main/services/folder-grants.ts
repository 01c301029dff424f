import type { Access, Grant } from '../../shared/contract/files'

/** Folders that tools may touch. */
export interface FolderGrants {
  list(): readonly Grant[]
  grant(path: string, access: Access, source: Grant['source']): Promise<Grant>
  revoke(id: string): void
}
