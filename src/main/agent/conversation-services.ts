import type { Database } from '../db/open'
import type { Pictures } from '../pictures/service'
import type { Publish } from '../publish'
import type { Assistants, Catalog, FolderGrants, Gate, Library, SettingsService } from '../services'
import type { ReadStored } from './attached'
import type { ModelsAtWork } from './models-at-work'

/** What conversations are made of. */
export interface ConversationServices {
  readonly db: Database
  readonly gate: Gate
  readonly catalog: Catalog
  readonly assistants: Pick<Assistants, 'get'>
  readonly collections: Library['collections']
  readonly settings: Pick<SettingsService, 'get' | 'language' | 'model'>
  readonly grants: Pick<FolderGrants, 'list'>
  /** The bytes of a stored picture; throws where it is gone. */
  readonly readPicture: ReadStored
  readonly pictures: Pick<Pictures, 'forModel'>
  readonly modelsAtWork: ModelsAtWork
  readonly publish: Publish
  readonly now: () => Date
  /** Whether models are asked for titles at all, in a host that stays; a person can switch it off. */
  readonly makesTitles?: boolean
  /** Takes what went wrong where nobody can be told. */
  readonly report?: (error: unknown) => void
}
