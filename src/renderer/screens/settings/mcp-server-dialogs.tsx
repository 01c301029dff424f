import { FileText, Plug, ShieldCheck, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { McpServer } from '../../../shared/contract/mcp-servers'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { approveMcpServer, mcpServerLog, removeMcpServer } from '../../stores/mcp-servers'
import { attempt, notify } from '../../stores/toasts'
import { mcpServersText } from '../../text/mcp-servers'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { CodeBlock } from '../../ui/code-block'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { KeyValues } from '../../ui/key-values'

interface ServerDialogProps {
  readonly server: McpServer
  readonly onClose: () => void
}

/** Shows the whole of what would be started or connected to, and asks for a yes to exactly that. */
export function McpYesDialog({
  server,
  onClose,
  onAllowed,
}: ServerDialogProps & { readonly onAllowed: () => void }) {
  const t = mcpServersText().yes
  const { connection } = server
  const name = revealAsText(server.name)
  const listed = (names: readonly string[]) =>
    names.length === 0 ? t.none : <HiddenText text={names.join(', ')} />
  const allow = async () => {
    if (!(await attempt(approveMcpServer(server).then(() => true)))) return
    onClose()
    onAllowed()
  }
  return (
    <ConfirmDialog
      title={connection.kind === 'command' ? t.command(name) : t.address(name)}
      description={connection.kind === 'command' ? t.commandText : t.addressText}
      icon={Plug}
      tone="warning"
      confirmLabel={t.allow}
      confirmIcon={ShieldCheck}
      cancelLabel={text().app.cancel}
      onConfirm={allow}
      onCancel={onClose}
    >
      <KeyValues
        items={
          connection.kind === 'command'
            ? [
                { label: t.program, value: <HiddenText text={connection.program} /> },
                ...connection.arguments.map((each, at) => ({
                  label: t.argument(at + 1),
                  value: <HiddenText text={each} />,
                })),
                {
                  label: t.folder,
                  value: connection.folder === '' ? t.ownFolder : <HiddenText text={connection.folder} />,
                },
                { label: t.variables, value: listed(connection.variables) },
              ]
            : [
                { label: t.addressLabel, value: <HiddenText text={connection.url} /> },
                { label: t.headers, value: listed(connection.headers) },
              ]
        }
      />
    </ConfirmDialog>
  )
}

/** What a server's program wrote to its error output. */
export function McpLogDialog({ server, onClose }: ServerDialogProps) {
  const [log, setLog] = useState<Awaited<ReturnType<typeof mcpServerLog>> | null>(null)
  const t = mcpServersText()
  useEffect(() => {
    void attempt(mcpServerLog(server.id)).then((read) => read && setLog(read))
  }, [server.id])
  return (
    <Dialog
      title={t.logOf(revealAsText(server.name))}
      description={t.logText}
      icon={FileText}
      size="lg"
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      {log !== null &&
        (log.text.trim() === '' ? (
          <p className="settings-quiet">{t.logEmpty}</p>
        ) : (
          <>
            {log.omitted > 0 && <p className="settings-quiet">{t.logCut(log.omitted)}</p>}
            <CodeBlock code={log.text} />
          </>
        ))}
    </Dialog>
  )
}

/** Asks before a server is removed. */
export function McpRemoveDialog({ server, onClose }: ServerDialogProps) {
  const t = mcpServersText()
  const name = revealAsText(server.name)
  const remove = async () => {
    if (!(await attempt(removeMcpServer(server.id).then(() => true)))) return
    onClose()
    notify({ tone: 'success', title: t.removed(name) })
  }
  return (
    <ConfirmDialog
      title={t.removing.title(name)}
      description={t.removing.text}
      icon={Trash2}
      tone="danger"
      confirmLabel={t.remove}
      confirmIcon={Trash2}
      cancelLabel={text().app.cancel}
      onConfirm={remove}
      onCancel={onClose}
    />
  )
}
