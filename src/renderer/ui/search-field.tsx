import { Search } from 'lucide-react'
import { TextField, type TextFieldProps } from './text-field'

/** Props of {@link SearchField}. */
export interface SearchFieldProps
  extends Pick<TextFieldProps, 'ref' | 'value' | 'onChange' | 'onKeyDown' | 'quiet' | 'maxLength'> {
  readonly label: string
}

/** Where people type what they look for: its label stands in it as long as it is empty. */
export function SearchField({ label, ...rest }: SearchFieldProps) {
  return <TextField {...rest} label={label} labelHidden icon={Search} type="search" placeholder={label} />
}
