import { Globe, Link, Package, Plug } from 'lucide-react'
import { type ForeignState, foreignStateSchema } from '../../shared/tool/foreign-state'
import { httpToolsText } from '../text/http-tools'
import { formatSize } from '../text/language'
import { mcpServersText } from '../text/mcp-servers'
import { CodeBlock } from '../ui/code-block'
import { ResultList } from '../ui/result-list'
import type { BoundToolView } from '../ui/tool-view'
import '../ui/generic-value.css'

/** Tools that come from elsewhere have names that begin so, and none of our own does. */
const kinds = [
  { beginning: 'mcp_', icon: Plug, words: () => mcpServersText().view },
  { beginning: 'http_', icon: Globe, words: () => httpToolsText().view },
] as const

/** The view of every tool of another program's MCP server, and of every one that asks an address; null for others. */
export function foreignToolView(name: string): BoundToolView | null {
  const kind = kinds.find(({ beginning }) => name.startsWith(beginning))
  if (kind === undefined) return null
  const { beginning, icon, words } = kind
  return {
    names: [name],
    icon,
    line({ state, done }) {
      const t = words()
      const told = foreignStateSchema.safeParse(state).data
      if (told !== undefined) return t.didAt(told.tool, told.server)
      // Before it answered, only its stored name is known.
      const called = name.slice(beginning.length).replaceAll('_', ' ')
      return done ? t.did(called) : t.doing(called)
    },
    result({ state }) {
      const told = foreignStateSchema.safeParse(state)
      return told.success ? <ForeignResult state={told.data} /> : null
    },
    arguments: () => null,
    approve: () => words().approve,
  }
}

/** What it answered: nothing that it refers to is opened or fetched. */
function ForeignResult({ state }: { readonly state: ForeignState }) {
  const { text, left_out: leftOut, structured, rounded, links, not_taken: notTaken, pictures } = state
  const t = mcpServersText().view
  const isEmpty = text.trim() === '' && structured === null && links.length + notTaken.length + pictures === 0
  return (
    <div className="ui-generic">
      {isEmpty && <p>{t.empty}</p>}
      {text.trim() !== '' && <CodeBlock code={text} />}
      {leftOut > 0 && <p>{t.leftOut(leftOut)}</p>}
      {structured !== null && (
        <CodeBlock label={t.structured} code={structured} language="json" maxHeight={320} />
      )}
      {rounded && <p>{t.rounded}</p>}
      {links.length > 0 && (
        <ResultList
          label={t.links}
          items={links.map(({ name, uri }, at) => ({ key: String(at), icon: Link, title: name, text: uri }))}
        />
      )}
      {notTaken.length > 0 && (
        <ResultList
          label={t.notTaken}
          items={notTaken.map(({ kind, bytes }, at) => ({
            key: String(at),
            icon: Package,
            title: kind,
            text: formatSize(bytes),
          }))}
        />
      )}
    </div>
  )
}
