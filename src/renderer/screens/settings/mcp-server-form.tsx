import { Plug, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { type McpServer, mcpServerLimits } from '../../../shared/contract/mcp-servers'
import { revealAsText } from '../../../shared/reveal-hidden'
import { saveMcpServer } from '../../stores/mcp-servers'
import { mcpServersText } from '../../text/mcp-servers'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { SegmentedControl } from '../../ui/segmented-control'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { useSending } from '../../ui/use-sending'
import { FormDialog } from '../form-dialog'
import {
  draftOf,
  fieldsOf,
  isComplete,
  pastedFields,
  type SecretFields,
  type ServerFields,
} from './mcp-server-fields'

/** Asks how a server is reached. */
export function McpServerForm({
  server,
  onClose,
}: {
  readonly server: McpServer | null
  readonly onClose: () => void
}) {
  const [fields, setFields] = useState(() => fieldsOf(server))
  const { busy, problem, forgetProblem, send } = useSending()
  const first = useRef<HTMLInputElement>(null)
  const t = mcpServersText().form
  const set = (some: Partial<ServerFields>) => {
    setFields({ ...fields, ...some })
    forgetProblem()
  }
  const save = async () => {
    await saveMcpServer(server?.id ?? null, draftOf(fields))
    onClose()
  }
  return (
    <FormDialog
      title={server === null ? mcpServersText().add : mcpServersText().editOf(revealAsText(server.name))}
      description={t.text}
      icon={Plug}
      size="lg"
      onCancel={onClose}
      initialFocus={first}
      confirm={t.save}
      ready={isComplete(fields)}
      busy={busy}
      onSubmit={() => void send(save)}
      className="mcp-form"
    >
      {server === null && <Pasting onTake={set} />}
      <TextField
        ref={first}
        label={t.name}
        value={fields.name}
        maxLength={mcpServerLimits.name}
        onChange={(name) => set({ name })}
      />
      <SegmentedControl
        label={t.kind}
        segments={[
          { value: 'command', label: t.kinds.command },
          { value: 'address', label: t.kinds.address },
        ]}
        value={fields.kind}
        onChange={(kind) => set({ kind })}
      />
      {fields.kind === 'command' ? (
        <>
          <TextField
            label={t.program}
            hint={t.programHint}
            value={fields.program}
            mono
            onChange={(program) => set({ program })}
          />
          <TextArea
            label={t.arguments}
            hint={t.argumentsHint}
            value={fields.arguments}
            mono
            rows={3}
            onChange={(given) => set({ arguments: given })}
          />
          <TextField
            label={t.folder}
            hint={t.folderHint}
            value={fields.folder}
            mono
            onChange={(folder) => set({ folder })}
          />
          <SecretRows
            title={t.variables}
            add={t.addVariable}
            secrets={fields.variables}
            onChange={(variables) => set({ variables })}
          />
        </>
      ) : (
        <>
          <TextField
            label={t.url}
            hint={t.urlHint}
            value={fields.url}
            mono
            onChange={(url) => set({ url })}
          />
          <SecretRows
            title={t.headers}
            add={t.addHeader}
            secrets={fields.headers}
            onChange={(headers) => set({ headers })}
          />
        </>
      )}
      <TextField
        label={t.seconds}
        hint={t.secondsHint}
        value={fields.seconds}
        inputMode="numeric"
        maxLength={3}
        onChange={(seconds) => set({ seconds })}
      />
      {problem !== undefined && <Notice tone="warning" title={problem} announce />}
    </FormDialog>
  )
}

/** Names and values that are kept where keys are; one that is kept already shows neither. */
function SecretRows({
  title,
  add,
  secrets,
  onChange,
}: {
  readonly title: string
  readonly add: string
  readonly secrets: readonly SecretFields[]
  readonly onChange: (secrets: readonly SecretFields[]) => void
}) {
  const t = mcpServersText().form
  const replace = (id: number, some: Partial<SecretFields>) =>
    onChange(secrets.map((each) => (each.id === id ? { ...each, ...some } : each)))
  const next = Math.max(-1, ...secrets.map(({ id }) => id)) + 1
  return (
    <fieldset className="mcp-secrets">
      <legend>{title}</legend>
      <p className="settings-quiet">{t.secretsHint}</p>
      {secrets.map(({ id, name, value, kept }, at) => (
        <div key={id} className="mcp-secret">
          <TextField
            label={t.secretName(at + 1)}
            value={name}
            mono
            maxLength={mcpServerLimits.secretName}
            onChange={(typed) => replace(id, { name: typed, kept: false })}
          />
          <TextField
            label={t.secretValue(at + 1)}
            value={value}
            type="password"
            autoComplete="off"
            placeholder={kept ? t.kept : ''}
            maxLength={mcpServerLimits.secretValue}
            onChange={(typed) => replace(id, { value: typed })}
          />
          <IconButton
            icon={X}
            label={t.removeSecret(revealAsText(name) || t.secretName(at + 1))}
            onClick={() => onChange(secrets.filter((each) => each.id !== id))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={Plus}
          onClick={() => onChange([...secrets, { id: next, name: '', value: '', kept: false }])}
        >
          {add}
        </Button>
      </div>
    </fieldset>
  )
}

/** Takes what other programs keep of a server; where there are several, each is offered. */
function Pasting({ onTake }: { readonly onTake: (fields: ServerFields) => void }) {
  const [pasted, setPasted] = useState('')
  const t = mcpServersText().form
  const found = pastedFields(pasted)
  const paste = (typed: string) => {
    setPasted(typed)
    const [only, ...others] = pastedFields(typed) ?? []
    if (only !== undefined && others.length === 0) onTake(only)
  }
  return (
    <details className="mcp-paste">
      <summary>{t.paste}</summary>
      <TextArea
        label={t.pasteLabel}
        hint={t.pasteHint}
        value={pasted}
        mono
        rows={4}
        maxHeight={160}
        onChange={paste}
        {...(pasted.trim() !== '' && found === null ? { error: t.pasteWrong } : {})}
      />
      {found !== null && found.length > 1 && (
        <div className="mcp-server-actions">
          {found.map((fields) => (
            <Button key={fields.name} size="sm" onClick={() => onTake(fields)}>
              {t.pasteTake(revealAsText(fields.name))}
            </Button>
          ))}
        </div>
      )}
    </details>
  )
}
