import type { ToolInfo } from '../../shared/contract/tools'
import type { Catalog } from '../services/catalog'
import type { ForeignTools } from '../services/foreign-tools'
import type { Registry } from './registry'
import { nearestNames } from './registry-names'

/**
 * A registry whose own tools stay as they are and beside which others come and go. A name of our own always means our own
 * tool; the catalog tells those that can be used at the moment.
 */
export function withForeignTools(own: Registry, foreign: ForeignTools): Registry {
  let joined: { readonly of: readonly ToolInfo[]; readonly tools: readonly ToolInfo[] } | null = null
  const catalog: Catalog = {
    ...own.catalog,
    get tools() {
      const infos = foreign.infos()
      if (joined?.of !== infos) joined = { of: infos, tools: [...own.catalog.tools, ...infos] }
      return joined.tools
    },
  }
  return {
    catalog,
    resolve: (name) => own.resolve(name) ?? foreign.resolve(name),
    nearest: (name) =>
      nearestNames(
        name,
        catalog.tools.flatMap((tool) => [tool.name, ...tool.aliases]),
      ),
    // Nothing that another server did is undone here.
    broughtBack: own.broughtBack,
    titles: (name) =>
      own.resolve(name) === null ? (foreign.titles(name) ?? own.titles(name)) : own.titles(name),
  }
}
