import { Plug } from 'lucide-react'
import { useRef, useState } from 'react'
import { type McpServer, mcpServerLimits } from '../../../shared/contract/mcp-servers'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { saveMcpServer, useMcpServers } from '../../stores/mcp-servers'
import { mcpServersText } from '../../text/mcp-servers'
import { InSight } from '../../ui/in-sight'
import { Notice } from '../../ui/notice'
import { SegmentedControl } from '../../ui/segmented-control'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { useSending } from '../../ui/use-sending'
import { ChangedElsewhere } from '../catalog/changed-elsewhere'
import { FormDialog } from '../form-dialog'
import { type SecretRow, SecretRows } from '../secret-rows'
import { Pasting } from './mcp-pasting'
import {
  draftOf,
  fieldsOf,
  isAsked,
  isComplete,
  isElsewhere,
  isSame,
  type ServerFields,
  writtenOnTop,
} from './mcp-server-fields'

/** Asks how a server is reached; what was changed or removed elsewhere meanwhile is neither overwritten nor lost. */
export function McpServerForm({
  server,
  onClose,
}: {
  readonly server: McpServer | null
  readonly onClose: () => void
}) {
  const [fields, setFields] = useState(() => fieldsOf(server))
  // What the writing began from.
  const [base, setBase] = useState(server)
  const now = useMcpServers(({ servers }) => servers.find(({ id }) => id === server?.id))
  const { busy, problem, forgetProblem, send } = useSending()
  const first = useRef<HTMLInputElement>(null)
  const words = mcpServersText()
  const t = words.form
  const set = (some: Partial<ServerFields>) => {
    setFields({ ...fields, ...some })
    forgetProblem()
  }
  const differs = base !== null && now !== undefined && base.revision !== now.revision
  const takeNew = () => {
    if (now === undefined) return
    setBase(now)
    setFields(fieldsOf(now))
    forgetProblem()
  }
  const keepMine = () => {
    if (base === null || now === undefined) return
    setBase(now)
    set(writtenOnTop(base, now, fields))
  }
  // Nothing was written that could be lost.
  if (differs && isSame(fields, fieldsOf(base))) takeNew()
  const moved = differs && !busy
  const removed = server !== null && now === undefined && !busy
  const save = async () => {
    await saveMcpServer(base, draftOf(fields))
    onClose()
  }
  return (
    <FormDialog
      title={server === null ? words.add : words.editOf(revealAsText(server.name))}
      description={fields.kind === 'command' ? t.text : t.addressText}
      icon={Plug}
      size="lg"
      onCancel={onClose}
      initialFocus={first}
      confirm={t.save}
      ready={isComplete(base, fields) && !moved && !removed}
      busy={busy}
      problem={problem}
      onSubmit={() => void send(save)}
      className="mcp-form"
    >
      {moved && (
        <InSight>
          <ChangedElsewhere words={words} onTakeNew={takeNew} onKeepMine={keepMine} />
        </InSight>
      )}
      {removed && (
        <InSight>
          <Notice tone="warning" title={words.deletedMeanwhile} announce>
            {words.deletedText}
          </Notice>
        </InSight>
      )}
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
        <CommandFields fields={fields} base={base} onSet={set} />
      ) : (
        <AddressFields fields={fields} base={base} onSet={set} />
      )}
      <TextField
        label={t.seconds}
        hint={t.secondsHint}
        value={fields.seconds}
        inputMode="numeric"
        maxLength={3}
        onChange={(seconds) => set({ seconds })}
      />
    </FormDialog>
  )
}

/** Some of the fields of a server. */
interface PartProps {
  readonly fields: ServerFields
  /** What the writing began from. */
  readonly base: McpServer | null
  readonly onSet: (some: Partial<ServerFields>) => void
}

/** A server that is a program on this computer. */
function CommandFields({ fields, base, onSet }: PartProps) {
  const t = mcpServersText().form
  return (
    <>
      <TextField
        label={t.program}
        hint={t.programHint}
        value={fields.program}
        mono
        onChange={(program) => onSet({ program })}
      />
      <TextArea
        label={t.arguments}
        hint={t.argumentsHint}
        value={fields.arguments}
        mono
        rows={3}
        onChange={(given) => onSet({ arguments: given })}
      />
      <TextField
        label={t.folder}
        hint={t.folderHint}
        value={fields.folder}
        mono
        onChange={(folder) => onSet({ folder })}
      />
      <Secrets
        title={t.variables}
        add={t.addVariable}
        rows={fields.variables}
        isElsewhere={isElsewhere(base, fields)}
        onChange={(variables) => onSet({ variables })}
      />
    </>
  )
}

/** A server that is reached over HTTP. */
function AddressFields({ fields, base, onSet }: PartProps) {
  const t = mcpServersText().form
  return (
    <>
      <TextField label={t.url} hint={t.urlHint} value={fields.url} mono onChange={(url) => onSet({ url })} />
      <Secrets
        title={t.headers}
        add={t.addHeader}
        rows={fields.headers}
        isElsewhere={isElsewhere(base, fields)}
        onChange={(headers) => onSet({ headers })}
      />
    </>
  )
}

/** Variables or headers whose values are kept where keys are. */
function Secrets({
  title,
  add,
  rows,
  isElsewhere: elsewhere,
  onChange,
}: {
  readonly title: string
  readonly add: string
  readonly rows: readonly SecretRow[]
  /** Whether none of the values that are stored can be kept. */
  readonly isElsewhere: boolean
  readonly onChange: (rows: readonly SecretRow[]) => void
}) {
  const t = mcpServersText().form
  return (
    <fieldset className="mcp-secrets">
      <legend>{title}</legend>
      <p className="settings-quiet">{t.secretsHint}</p>
      <SecretRows
        words={{
          add,
          name: t.secretName,
          value: t.secretValue,
          remove: t.removeSecret,
          kept: elsewhere ? '' : t.kept,
        }}
        rows={rows}
        limits={secretLimits}
        problemOf={(row, part) => (part === 'value' && isAsked(row, elsewhere) ? t.askedAgain : undefined)}
        onChange={onChange}
      />
    </fieldset>
  )
}

const secretLimits = {
  rows: mcpServerLimits.secrets,
  name: mcpServerLimits.secretName,
  value: mcpServerLimits.secretValue,
}
