import { Link, Package, Plug } from 'lucide-react'
import { type McpState, mcpStateSchema } from '../../shared/tool/mcp-state'
import { formatSize } from '../text/language'
import { mcpServersText } from '../text/mcp-servers'
import { CodeBlock } from '../ui/code-block'
import { ResultList } from '../ui/result-list'
import type { BoundToolView } from '../ui/tool-view'
import '../ui/generic-value.css'

/** What the names of other servers' tools begin with, and none of our own. */
const beginning = 'mcp_'

/** The view of every tool of another program's MCP server; null for one that is none. */
export function mcpToolView(name: string): BoundToolView | null {
  if (!name.startsWith(beginning)) return null
  return {
    names: [name],
    icon: Plug,
    line({ state, done }) {
      const t = mcpServersText().view
      const told = mcpStateSchema.safeParse(state).data
      // Before it answered, only its stored name is known.
      const words = name.slice(beginning.length).replaceAll('_', ' ')
      if (told === undefined) return done ? t.did(words) : t.doing(words)
      return t.didAt(told.tool, told.server)
    },
    result({ state }) {
      const told = mcpStateSchema.safeParse(state)
      return told.success ? <McpResult state={told.data} /> : null
    },
    arguments: () => null,
    approve: () => mcpServersText().view.approve,
  }
}

/** What a server answered: nothing that it refers to is opened or fetched. */
function McpResult({ state }: { readonly state: McpState }) {
  const { text, left_out: leftOut, structured, links, not_taken: notTaken, pictures } = state
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
