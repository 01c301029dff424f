import { assertNever } from '../../../shared/errors'
import { toolsText } from '../../text/tools'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { CollectionField } from '../collection-field'
import { DocumentField } from './document-field'
import { fieldLabel } from './field-label'
import type { FormField } from './tool-form'

const unset = ''
/** What the own tools call the id of a collection, which people know by its name. */
const collectionField = 'collection_id'

/** The control of one field of a tool, as its schema has it; what is typed into it is text. */
export function FieldControl({
  field,
  marked = true,
  value,
  error,
  onChange,
}: {
  readonly field: FormField
  /** Whether its label says that it may be left empty; not among others that all may. */
  readonly marked?: boolean
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}) {
  const t = toolsText()
  const { control, name, description, usual } = field
  const label = fieldLabel(field)
  const shared = {
    label: field.required || !marked ? label : t.optional(label),
    ...(label.toLowerCase() === name ? {} : { exactName: name }),
    hint: [
      description,
      ...(field.documents ? [t.document] : []),
      ...(usual === null ? [] : [t.usual(usual)]),
      ...(control.kind === 'lines' ? [t.lines] : []),
      ...(control.kind === 'json' && control.entry !== undefined ? [t.linesOrJson] : []),
    ]
      .filter((part) => part !== '')
      .map(asSentence)
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
      if (field.documents) return <DocumentField {...shared} />
      if (field.own && name === collectionField) return <CollectionField {...shared} none={t.unset} />
      return control.long ? <TextArea {...shared} rows={1} /> : <TextField {...shared} />
    case 'lines':
      return <TextArea {...shared} rows={2} />
    case 'json':
      return (
        <TextArea
          {...shared}
          rows={3}
          mono
          placeholder={control.entry === undefined ? control.example : undefined}
        />
      )
    default:
      return assertNever(control)
  }
}

/** What a schema says of a field ends without a full stop, and others follow it. */
function asSentence(words: string): string {
  return /[.!?:…]$/u.test(words) ? words : `${words}.`
}

function withUnset(options: readonly (readonly [string, string])[]) {
  return [{ value: unset, label: toolsText().unset }, ...options.map(([value, label]) => ({ value, label }))]
}
