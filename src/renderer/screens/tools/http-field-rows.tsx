import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { httpFieldKinds, httpToolLimits } from '../../../shared/contract/http-tools'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import type { FieldRow } from '../../stores/http-tool-drafts'
import { httpToolsText } from '../../text/http-tools'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { focusAdded } from '../../ui/focus-added'
import { IconButton } from '../../ui/icon-button'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { newFieldRow } from './http-request'

/** What whoever calls the tool fills in; the name of a field that stands in the address is changed there. */
export function HttpFieldRows({
  rows,
  inAddress,
  problemOf,
  onChange,
}: {
  readonly rows: readonly FieldRow[]
  readonly inAddress: readonly string[]
  readonly problemOf: (row: FieldRow) => string | undefined
  readonly onChange: (rows: FieldRow[]) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const t = httpToolsText().form
  const add = () => focusAdded(() => onChange([...rows, newFieldRow(rows)]), list, '.http-field')
  return (
    <div ref={list} className="section-fields">
      {rows.length > 0 && (
        <div className="http-fields">
          {rows.map((row, index) => (
            <HttpFieldRow
              key={row.id}
              row={row}
              at={index + 1}
              isInAddress={inAddress.includes(row.name)}
              problem={problemOf(row)}
              onChange={(changed) => onChange(rows.map((other) => (other.id === row.id ? changed : other)))}
              onRemove={() => onChange(rows.filter((other) => other.id !== row.id))}
            />
          ))}
        </div>
      )}
      {rows.length < httpToolLimits.fields && (
        <div className="section-buttons http-fields-add">
          <Button size="sm" icon={Plus} onClick={add}>
            {t.addField}
          </Button>
        </div>
      )}
    </div>
  )
}

function HttpFieldRow({
  row,
  at,
  isInAddress,
  problem,
  onChange,
  onRemove,
}: {
  readonly row: FieldRow
  readonly at: number
  readonly isInAddress: boolean
  readonly problem: string | undefined
  readonly onChange: (row: FieldRow) => void
  readonly onRemove: () => void
}) {
  const t = httpToolsText().form
  const called = revealAsText(row.name.trim()) || t.field(at)
  return (
    <fieldset className="http-field" aria-label={called} data-then=".http-fields-add button">
      <div className="http-field-what">
        <TextField
          label={t.fieldName}
          {...(problem === undefined ? {} : { error: problem })}
          value={row.name}
          mono
          autoComplete="off"
          spellCheck={false}
          readOnly={isInAddress}
          maxLength={httpToolLimits.fieldName}
          onChange={(name) => onChange({ ...row, name })}
        />
        <Select
          label={t.fieldKind}
          value={row.kind}
          options={httpFieldKinds.map((kind) => ({ value: kind, label: t.fieldKinds[kind] }))}
          onChange={(kind) => onChange({ ...row, kind })}
        />
        <TextField
          label={t.fieldDescription}
          value={row.description}
          autoComplete="off"
          maxLength={httpToolLimits.fieldDescription}
          onChange={(description) => onChange({ ...row, description })}
        />
      </div>
      <div className="http-field-end">
        <Checkbox
          label={t.fieldNeeded}
          checked={row.required}
          onChange={(required) => onChange({ ...row, required })}
        />
        {isInAddress ? (
          <span>{t.fromAddress}</span>
        ) : (
          <IconButton icon={X} size="sm" label={t.removeField(called)} onClick={onRemove} />
        )}
      </div>
    </fieldset>
  )
}
