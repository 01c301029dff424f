import type { ToolInfo } from '../../shared/contract/tools'
import type { RegisteredTool } from '../agent/registry'

/** Tools that come and go while the application runs. */
export interface ForeignTools {
  /** Those that can be used now; the same list until something changes. */
  infos(): readonly ToolInfo[]
  /** By its stored name, also where it can't be used now: it then says why. Null for none that ever was. */
  resolve(name: string): RegisteredTool | null
  /** What a tool and its module are called; null for none that ever was. */
  titles(name: string): { readonly toolTitle: string; readonly module: string } | null
}
