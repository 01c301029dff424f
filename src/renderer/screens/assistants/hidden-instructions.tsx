import { EyeOff } from 'lucide-react'
import { hasHidden, type RevealOptions, withoutHidden } from '../../../shared/text/reveal-hidden'
import { assistantsText } from '../../text/assistants'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'

/** Indented lists are usual in instructions. */
const asWritten: RevealOptions = { indentation: 'keep' }

/** Lines that are shown of what hides: enough to see what it is. */
const mostLines = 5

/** Says what in the instructions can't be seen in their field, and yet is sent to the model; a file may have brought it. */
export function HiddenInstructions({
  instructions,
  onChange,
}: {
  readonly instructions: string
  readonly onChange: (instructions: string) => void
}) {
  const lines = instructions.split('\n').filter((line) => hasHidden(line, asWritten))
  if (lines.length === 0) return null
  const t = assistantsText().hidden
  return (
    <Notice
      tone="warning"
      title={t.title}
      actions={
        <Button size="sm" icon={EyeOff} onClick={() => onChange(withoutHidden(instructions, asWritten))}>
          {t.takeOut}
        </Button>
      }
      announce
    >
      <p>{t.text}</p>
      <ul className="assistant-notes">
        {lines.slice(0, mostLines).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else, and hold no state
          <li key={place}>
            <HiddenText text={line} indentation="keep" />
          </li>
        ))}
        {lines.length > mostLines && <li>{t.more(lines.length - mostLines)}</li>}
      </ul>
    </Notice>
  )
}
