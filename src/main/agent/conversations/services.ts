import type { Database } from '../../db/open'
import type { Pictures } from '../../pictures/service'
import type { Publish } from '../../publish'
import type { Assistants } from '../../services/assistants'
import type { Catalog } from '../../services/catalog'
import type { FolderGrants } from '../../services/folder-grants'
import type { Gate } from '../../services/gate'
import type { Library } from '../../services/library'
import type { Scripts } from '../../services/scripts'
import type { SettingsService } from '../../services/settings'
import type { ModelsAtWork } from '../models-at-work'
import type { ReadStored } from './attached'

/** What conversations are made of. */
export interface ConversationServices {
  readonly db: Database
  readonly gate: Gate
  readonly catalog: Catalog
  readonly assistants: Pick<Assistants, 'get'>
  readonly collections: Library['collections']
  readonly settings: Pick<SettingsService, 'get' | 'language' | 'model' | 'offlineModel'>
  readonly grants: Pick<FolderGrants, 'list'>
  /** The bytes of a stored picture; throws where it is gone. */
  readonly readPicture: ReadStored
  readonly pictures: Pick<Pictures, 'forModel'>
  readonly modelsAtWork: ModelsAtWork
  /** Which runs follow a sequence; without it none does. */
  readonly scripts?: Scripts
  readonly publish: Publish
  readonly now: () => Date
  /** Whether models are asked for titles at all, in a host that stays; a person can switch it off. */
  readonly makesTitles?: boolean
  /** Takes what went wrong where nobody can be told. */
  readonly report?: (error: unknown) => void
}
