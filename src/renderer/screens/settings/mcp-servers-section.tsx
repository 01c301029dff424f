import { Plug } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { McpServer } from '../../../shared/contract/mcp-servers'
import { loadMcpServers, useMcpServers } from '../../stores/mcp-servers'
import { usePage } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { mcpServersText } from '../../text/mcp-servers'
import { Button } from '../../ui/button'
import { McpServerForm } from './mcp-server-form'
import { McpServerLine } from './mcp-server-line'
import { McpToolsDialog } from './mcp-tools-dialog'
import { SettingsSection } from './settings-section'
import './mcp-servers.css'

/** Other programs' MCP servers: what there is of each, and the ways to add, allow and remove them. */
export function McpServersSection() {
  const { servers, loaded } = useMcpServers()
  const ready = usePage((page) => page.ready)
  const [adding, setAdding] = useState(false)
  // Not of its line: that goes where another window removes the server, and what is written or chosen stays.
  const [edited, setEdited] = useState<McpServer | null>(null)
  const [looked, setLooked] = useState<McpServer | null>(null)
  const t = mcpServersText()
  useEffect(() => {
    if (ready) void attempt(loadMcpServers())
  }, [ready])
  return (
    <SettingsSection id="mcp-servers" intro={t.intro}>
      {loaded && servers.length === 0 && <p className="settings-quiet">{t.none}</p>}
      {servers.length > 0 && (
        <ul className="settings-list" aria-label={t.title}>
          {servers.map((server) => (
            <McpServerLine
              key={server.id}
              server={server}
              onEdit={() => setEdited(server)}
              onLook={() => setLooked(server)}
            />
          ))}
        </ul>
      )}
      <div className="mcp-servers-add">
        <Button icon={Plug} onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      </div>
      {edited !== null && <McpServerForm server={edited} onClose={() => setEdited(null)} />}
      {looked !== null && <McpToolsDialog opened={looked} onClose={() => setLooked(null)} />}
      {adding && <McpServerForm server={null} onClose={() => setAdding(false)} />}
    </SettingsSection>
  )
}
