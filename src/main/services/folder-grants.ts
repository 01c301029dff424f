import type { Grant } from '../../shared/contract/files'
import type { Access } from '../../shared/tool/access'

/** Folders that tools may touch. */
export interface FolderGrants {
  list(): readonly Grant[]
  grant(path: string, access: Access, source: Grant['source']): Promise<Grant>
  revoke(id: string): void
}
