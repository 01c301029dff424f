import { useState } from 'react'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { mcpServersText } from '../../text/mcp-servers'
import { Button } from '../../ui/button'
import { TextArea } from '../../ui/text-area'
import { pastedFields, type ServerFields } from './mcp-server-fields'

/** Takes what other programs keep of a server; where there are several, each is offered. */
export function Pasting({ onTake }: { readonly onTake: (fields: ServerFields) => void }) {
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
