import { Plus, X } from 'lucide-react'
import { mcpServerLimits } from '../../../shared/contract/mcp-servers'
import { revealAsText } from '../../../shared/reveal-hidden'
import { mcpServersText } from '../../text/mcp-servers'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { TextField } from '../../ui/text-field'
import type { SecretFields } from './mcp-server-fields'

/** Names and values that are kept where keys are; one that is kept already shows neither. */
export function SecretRows({
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
