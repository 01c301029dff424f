import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CirclePower,
  FileText,
  Hourglass,
  type LucideIcon,
  PencilLine,
  PlugZap,
  ScanSearch,
  ShieldCheck,
  ShieldQuestion,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import type { McpServer, McpServerState } from '../../../shared/contract/mcp-servers'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { connectMcpServer, enableMcpServer } from '../../stores/mcp-servers'
import { attempt, notify } from '../../stores/toasts'
import { mcpServersText } from '../../text/mcp-servers'
import { messageInLanguage } from '../../text/sentences'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { Switch } from '../../ui/switch'
import type { Tone } from '../../ui/tone'
import { McpLogDialog, McpRemoveDialog, McpYesDialog } from './mcp-server-dialogs'

const looks: Readonly<Record<McpServerState, { readonly tone: Tone; readonly icon: LucideIcon }>> = {
  off: { tone: 'neutral', icon: CirclePower },
  unapproved: { tone: 'warning', icon: ShieldQuestion },
  idle: { tone: 'neutral', icon: CirclePause },
  starting: { tone: 'accent', icon: Hourglass },
  connected: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleAlert },
}

type Asked = 'yes' | 'log' | 'remove'

/** One server: how it stands, and what can be done with it. */
export function McpServerLine({
  server,
  onEdit,
  onLook,
}: {
  readonly server: McpServer
  readonly onEdit: () => void
  /** Opens what it offers. */
  readonly onLook: () => void
}) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [trying, setTrying] = useState(false)
  const t = mcpServersText()
  const { id, connection, state, tools, error } = server
  const name = revealAsText(server.name)
  const isCommand = connection.kind === 'command'
  const close = () => setAsked(null)
  const connect = async () => {
    setTrying(true)
    const tried = await attempt(connectMcpServer(id))
    setTrying(false)
    if (tried?.state === 'connected') notify({ tone: 'success', title: t.connected(name) })
  }
  return (
    <li className="mcp-server" data-then=".mcp-servers-add button">
      <div className="mcp-server-head">
        <span className="mcp-server-name">
          <strong>
            <HiddenText text={server.name} />
          </strong>
          <code>
            <HiddenText
              text={isCommand ? [connection.program, ...connection.arguments].join(' ') : connection.url}
            />
          </code>
          <span>{server.enabled ? t.counts(tools.usable, tools.waiting) : t.unused(tools.usable)}</span>
          {tools.leftOut > 0 && <span>{t.leftOut(tools.leftOut)}</span>}
        </span>
        <Badge tone={looks[state].tone} icon={looks[state].icon}>
          {t.states[state]}
        </Badge>
      </div>
      {error !== null && state === 'failed' && (
        <Notice tone="warning" title={messageInLanguage(error.message, error.said)} />
      )}
      <Switch
        label={t.on(name)}
        checked={server.enabled}
        onChange={(enabled) => void attempt(enableMcpServer(id, enabled))}
      />
      <div className="mcp-server-actions">
        {state === 'unapproved' && (
          <Button
            size="sm"
            variant="primary"
            icon={ShieldCheck}
            aria-label={isCommand ? t.allowOf(name) : t.allowAddressOf(name)}
            onClick={() => setAsked('yes')}
          >
            {isCommand ? t.allow : t.allowAddress}
          </Button>
        )}
        {tools.total > 0 && (
          <Button
            size="sm"
            variant={tools.waiting > 0 ? 'primary' : 'secondary'}
            icon={ScanSearch}
            aria-label={tools.waiting > 0 ? t.lookOf(name) : t.toolsOf(name)}
            onClick={onLook}
          >
            {tools.waiting > 0 ? t.look : t.tools}
          </Button>
        )}
        {state !== 'off' && state !== 'unapproved' && (
          <Button
            size="sm"
            icon={PlugZap}
            busy={trying}
            aria-label={t.connectOf(name)}
            onClick={() => void connect()}
          >
            {t.connect}
          </Button>
        )}
        <Button size="sm" icon={PencilLine} aria-label={t.editOf(name)} onClick={onEdit}>
          {t.edit}
        </Button>
        {isCommand && (
          <Button size="sm" icon={FileText} aria-label={t.logOf(name)} onClick={() => setAsked('log')}>
            {t.log}
          </Button>
        )}
        <Button size="sm" icon={Trash2} aria-label={t.removeOf(name)} onClick={() => setAsked('remove')}>
          {t.remove}
        </Button>
      </div>
      {asked === 'yes' && <McpYesDialog server={server} onClose={close} onAllowed={() => void connect()} />}
      {asked === 'log' && <McpLogDialog server={server} onClose={close} />}
      {asked === 'remove' && <McpRemoveDialog server={server} onClose={close} />}
    </li>
  )
}
