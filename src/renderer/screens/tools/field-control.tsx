import { decisionText } from '../../text/decisions'
import { toolsText } from '../../text/tools'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import type { FormField } from './tool-form'

const unset = ''

/** The control of one field of a tool, as its schema has it; what is typed into it is text. */
export function FieldControl({
  field,
  value,
  error,
  onChange,
}: {
  readonly field: FormField
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}) {
  const t = toolsText()
  const { control, name, description, usual } = field
  const { fieldName } = decisionText()
  const shared = {
    label: field.required ? fieldName(name) : t.optional(fieldName(name)),
    hint: [description, usual === null ? '' : t.usual(usual), ...(control.kind === 'lines' ? [t.lines] : [])]
      .filter((part) => part !== '')
      .join(' '),
    ...(error === undefined ? {} : { error }),
    value,
    onChange,
  }
  switch (control.kind) {
    case 'choice':
      return <Select {...shared} options={withUnset(control.options.map((option) => [option, option]))} />
    case 'switch':
      return (
        <Select
          {...shared}
          options={withUnset([
            ['true', t.yes],
            ['false', t.no],
          ])}
        />
      )
    case 'number':
      return <TextField {...shared} inputMode={control.whole ? 'numeric' : 'decimal'} />
    case 'text':
      return control.long ? <TextArea {...shared} rows={1} /> : <TextField {...shared} />
    case 'lines':
      return <TextArea {...shared} rows={2} />
    case 'json':
      return <TextArea {...shared} rows={3} mono placeholder={control.example} />
  }
}

function withUnset(options: readonly (readonly [string, string])[]) {
  return [{ value: unset, label: toolsText().unset }, ...options.map(([value, label]) => ({ value, label }))]
}
