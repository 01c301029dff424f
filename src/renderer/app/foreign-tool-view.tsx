import { Globe, Link, Package, Plug } from 'lucide-react'
import type { ToolInfo } from '../../shared/contract/tools'
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
  { beginning: 'mcp_', icon: Plug, words: () => mcpServersText().view, calling: callingServer },
  { beginning: 'http_', icon: Globe, words: () => httpToolsText().view, calling: callingAddress },
] as const

/** What the catalog says of such a tool, as long as it is there. */
type Known = Pick<ToolInfo, 'title' | 'module' | 'moduleTitle'> | undefined

/** The view of every tool of another program's MCP server, and of every one that asks an address; null for others. */
export function foreignToolView(name: string, known: () => Known = () => undefined): BoundToolView | null {
  const kind = kinds.find(({ beginning }) => name.startsWith(beginning))
  if (kind === undefined) return null
  const { beginning, icon, words, calling } = kind
  return {
    names: [name],
    icon,
    line({ state, done }) {
      const t = words()
      const told = foreignStateSchema.safeParse(state).data
      if (told !== undefined) return t.didAt(told.tool, told.server)
      return calling(known(), inWords(name.slice(beginning.length)), name, done)
    },
    result({ state }) {
      const told = foreignStateSchema.safeParse(state)
      return told.success ? <ForeignResult state={told.data} /> : null
    },
    arguments: () => null,
    approve: () => words().approve,
  }
}

/** The server's name and its tool's, which the stored name runs together. */
function callingServer(known: Known, stored: string, name: string, done: boolean): string {
  const t = mcpServersText().view
  if (known === undefined) return done ? t.did(stored) : t.doing(stored)
  const tool = inWords(name.slice(known.module.length + 1))
  return done ? t.didAt(tool, known.moduleTitle) : t.doingAt(tool, known.moduleTitle)
}

/** The title that a person gave it. */
function callingAddress(known: Known, stored: string, _name: string, done: boolean): string {
  const t = httpToolsText().view
  const title = known?.title ?? stored
  return done ? t.did(title) : t.doing(title)
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ')
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
