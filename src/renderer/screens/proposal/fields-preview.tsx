import { revealAsText } from '../../../shared/text/reveal-hidden'
import { partKey } from '../../../shared/tool/parts'
import type { ChangePreview } from '../../../shared/tool/preview'
import { decisionText } from '../../text/decisions'
import { Checkbox } from '../../ui/checkbox'
import { LookAt } from '../../ui/content-look'
import { HiddenText } from '../../ui/hidden-text'
import type { PartChoice } from './chosen-item'
import { valueInWords } from './value-in-words'

type FieldsChange = Extract<ChangePreview, { kind: 'fields' }>

/** The fields of one thing, at its place in the proposal. */
export interface ItemFields {
  readonly change: FieldsChange
  readonly index: number
}

/** The fields of one thing that change, with a look at it where there is one. */
export function FieldsOfOne({
  item,
  parts,
}: {
  readonly item: ItemFields
  readonly parts: PartChoice | undefined
}) {
  const { change } = item
  return (
    <section className="preview-fields" aria-label={change.label}>
      <h4 className={saysItself(change) ? 'visually-hidden' : undefined}>
        <HiddenText text={change.label} />
      </h4>
      {change.fields.length > 0 ? (
        <table>
          {/* A single field says by itself which is which. */}
          <Head replaces={isReplacing(change)} hidden={change.fields.length === 1} />
          <tbody>
            <Rows item={item} fields={change.fields} replaces={isReplacing(change)} parts={parts} />
          </tbody>
        </table>
      ) : (
        change.look === undefined && <p>{decisionText().noFields}</p>
      )}
      {change.look !== undefined && <LookAt look={change.look} label={revealAsText(change.label)} />}
    </section>
  )
}

/** The fields that change of several things, in one table with a box for each where these can be chosen. */
export function FieldsOfSeveral({
  items,
  parts,
}: {
  /** None of them with a look. */
  readonly items: readonly ItemFields[]
  readonly parts: PartChoice | undefined
}) {
  const [only] = items
  const replaces = items.some(({ change }) => isReplacing(change))
  const byItems = parts?.by === 'items' ? parts : undefined
  if (items.length === 1 && only !== undefined && byItems === undefined) {
    return <FieldsOfOne item={only} parts={parts} />
  }
  return (
    <div className="preview-fields preview-fields-many">
      <table>
        <Head replaces={replaces} hidden={false} />
        {items.map((item) => {
          const { change, index } = item
          const part = String(index)
          const chosen = !byItems?.leftOut.has(part)
          return (
            <tbody key={index} data-left-out={!chosen || undefined}>
              <tr>
                <th scope="rowgroup" colSpan={replaces ? 3 : 2}>
                  <span className="preview-fields-item">
                    {byItems && (
                      <Checkbox
                        labelHidden
                        label={decisionText().include(revealAsText(change.label))}
                        checked={chosen}
                        onChange={(on) => byItems.onToggle(part, on)}
                      />
                    )}
                    <strong>
                      <HiddenText text={change.label} />
                    </strong>
                  </span>
                </th>
              </tr>
              <Rows item={item} fields={besideLabel(change, parts)} replaces={replaces} parts={parts} />
            </tbody>
          )
        })}
      </table>
    </div>
  )
}

/** Whether anything was there before. */
function isReplacing({ fields }: FieldsChange): boolean {
  return fields.some(({ before }) => before !== null)
}

/** Whether a field says by itself what this is about: then it is not said twice. */
function saysItself({ label, fields }: FieldsChange): boolean {
  return fields.some(({ after }) => after === label)
}

/** The fields of a new thing but the one that stands above them; where fields are chosen, all of them. */
function besideLabel({ label, fields }: FieldsChange, parts: PartChoice | undefined): FieldsChange['fields'] {
  if (parts?.by === 'fields') return fields
  return fields.filter(({ before, after }) => before !== null || after !== label)
}

function Head({ replaces, hidden }: { readonly replaces: boolean; readonly hidden: boolean }) {
  const d = decisionText()
  return (
    <>
      <colgroup>
        <col className="preview-fields-name" />
        {replaces && <col />}
        <col />
      </colgroup>
      <thead className={hidden ? 'visually-hidden' : undefined}>
        <tr>
          <th scope="col">{d.field}</th>
          {replaces && <th scope="col">{d.fieldBefore}</th>}
          <th scope="col">{replaces ? d.fieldAfter : d.fieldValue}</th>
        </tr>
      </thead>
    </>
  )
}

function Rows({
  item: { change, index },
  fields,
  replaces,
  parts,
}: {
  readonly item: ItemFields
  readonly fields: FieldsChange['fields']
  readonly replaces: boolean
  readonly parts: PartChoice | undefined
}) {
  const d = decisionText()
  const byFields = parts?.by === 'fields' ? parts : undefined
  return fields.map((field) => {
    const part = partKey(index, change.fields.indexOf(field))
    const chosen = !byFields?.leftOut.has(part)
    // Where all of a thing is told, something stays as it is.
    const [Was, Becomes] =
      field.before === field.after ? (['span', 'span'] as const) : (['del', 'ins'] as const)
    return (
      <tr key={field.name} data-left-out={!chosen || undefined}>
        <th scope="row">
          {byFields ? (
            <Checkbox
              label={d.fieldName(field.name)}
              checked={chosen}
              onChange={(on) => byFields.onToggle(part, on)}
            />
          ) : (
            d.fieldName(field.name)
          )}
        </th>
        {replaces && (
          <td>
            {field.before !== null && (
              <Was>
                <HiddenText text={valueInWords(field.name, field.before)} />
              </Was>
            )}
          </td>
        )}
        <td>
          <Becomes>
            <HiddenText text={valueInWords(field.name, field.after)} />
          </Becomes>
        </td>
      </tr>
    )
  })
}
