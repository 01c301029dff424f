import { z } from 'zod'
import { create } from 'zustand'
import { createDraftStorage, type Drafts, keepDrafts } from './kept-drafts'

/** A form of settings that is saved by a button. */
export type SettingsForm = 'model' | 'limits'

/** What was typed into a form and not saved, by field; what is not here is as it is stored. */
export interface TypedSettings {
  readonly id: SettingsForm
  readonly fields: Readonly<Record<string, string>>
}

const kept = createDraftStorage<TypedSettings>(
  'countersign-settings-drafts',
  z.object({ id: z.enum(['model', 'limits']), fields: z.record(z.string(), z.string()) }),
)

/** A name and a password, or a key, may stand in an address: such a one stays in memory. */
function mayHoldSecret(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]*@|[?#]/i.test(value.trim())
}

function withoutSecrets(drafts: Drafts<TypedSettings>): Drafts<TypedSettings> {
  return Object.fromEntries(
    Object.entries(drafts).map(([form, { id, fields }]) => {
      const plain = Object.entries(fields).filter(([, value]) => !mayHoldSecret(value))
      return [form, { id, fields: Object.fromEntries(plain) }]
    }),
  )
}

/** What is typed in Settings and not saved; it stays on other screens and over a reload, but for a key. */
export const useTypedSettings = create<{
  readonly drafts: Drafts<TypedSettings>
  /** The key of a model’s server: in memory alone, until it is stored where keys are. */
  readonly key: string
}>(() => ({ drafts: kept.read(), key: '' }))

const { change, drop } = keepDrafts(useTypedSettings, {
  read: kept.read,
  write: (drafts) => kept.write(withoutSecrets(drafts)),
})

/** Keeps what is typed into a field; what is stored already is no change. */
export function typeSetting(form: SettingsForm, field: string, value: string, stored: string): void {
  const { [field]: _, ...others } = useTypedSettings.getState().drafts[form]?.fields ?? {}
  put(form, value === stored ? others : { ...others, [field]: value })
}

/** Lets go of all that was typed into a form. */
export function dropTyped(form: SettingsForm): void {
  drop(form)
}

/** Lets go of what was saved; a field into which somebody typed on meanwhile keeps that. */
export function dropSavedOf(form: SettingsForm, saved: Readonly<Record<string, string>>): void {
  const fields = useTypedSettings.getState().drafts[form]?.fields ?? {}
  put(form, Object.fromEntries(Object.entries(fields).filter(([field, value]) => saved[field] !== value)))
}

/** Keeps the key that is typed, in memory. */
export function typeKey(key: string): void {
  useTypedSettings.setState({ key })
}

function put(form: SettingsForm, fields: TypedSettings['fields']): void {
  if (Object.keys(fields).length === 0) drop(form)
  else change({ id: form, fields })
}
