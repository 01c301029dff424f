import { keysOf } from '../../../shared/json/keys-of'
import {
  dropSavedOf,
  dropTyped,
  type SettingsForm,
  typeSetting,
  useTypedSettings,
} from '../../stores/typed-settings'

/** The texts of a form: as they are typed, else as they are stored. */
export function useTyped<Field extends string>(form: SettingsForm, stored: Readonly<Record<Field, string>>) {
  const typed = useTypedSettings((state) => state.drafts[form]?.fields)
  const values: Record<Field, string> = { ...stored }
  for (const field of keysOf(stored)) values[field] = typed?.[field] ?? stored[field]
  return {
    values,
    unsaved: typed !== undefined,
    type: (field: Field, value: string) => typeSetting(form, field, value, stored[field]),
    /** Types into a field that is empty: what somebody typed meanwhile stays, and what is stored by now. */
    fill: (field: Field, value: string, storedNow: string) => {
      const now = useTypedSettings.getState().drafts[form]?.fields[field] ?? storedNow
      if (now.trim() === '') typeSetting(form, field, value, storedNow)
    },
    /** To be called once these values, or those of some fields alone, are saved. */
    saved: (fields?: readonly Field[]) => {
      const all = Object.entries<string>(values).filter(
        ([field]) => fields?.some((one) => one === field) ?? true,
      )
      dropSavedOf(form, Object.fromEntries(all))
    },
    discard: () => dropTyped(form),
  }
}
