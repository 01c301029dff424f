import { decisionText } from '../../text/decisions'
import { spelledOut } from '../../text/field-names-en'
import type { FormField } from './tool-form'

/** What people read a field as: of tools made elsewhere nobody knows more than the name. */
export function fieldLabel({ name, own }: Pick<FormField, 'name' | 'own'>): string {
  return own ? decisionText().fieldName(name) : spelledOut(name)
}
