import type { ToolInfo } from '../../shared/contract/tools'
import type { Catalog } from '../services/catalog'
import type { ForeignTools } from '../services/foreign-tools'
import type { Registry } from './registry'
import { nearestNames } from './registry-names'

/**
 * A registry whose own tools stay as they are and beside which others come and go. A name of our own always means our own
 * tool; the catalog tells those that can be used at the moment.
 */
export function withForeignTools(own: Registry, sources: readonly ForeignTools[]): Registry {
  let joined: { readonly of: readonly (readonly ToolInfo[])[]; readonly tools: readonly ToolInfo[] } | null =
    null
  const catalog: Catalog = {
    ...own.catalog,
    get tools() {
      const of = sources.map((source) => source.infos())
      if (joined === null || of.some((infos, at) => infos !== joined?.of[at])) {
        joined = { of, tools: [...own.catalog.tools, ...of.flat()] }
      }
      return joined.tools
    },
  }
  const first = <T>(find: (source: ForeignTools) => T | null): T | null => {
    for (const source of sources) {
      const found = find(source)
      if (found !== null) return found
    }
    return null
  }
  return {
    catalog,
    resolve: (name) => own.resolve(name) ?? first((source) => source.resolve(name)),
    nearest: (name) =>
      nearestNames(
        name,
        catalog.tools.flatMap((tool) => [tool.name, ...tool.aliases]),
      ),
    // Nothing that was done elsewhere is undone here.
    broughtBack: own.broughtBack,
    titles: (name) =>
      own.resolve(name) === null
        ? (first((source) => source.titles(name)) ?? own.titles(name))
        : own.titles(name),
  }
}
