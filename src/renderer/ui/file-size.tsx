import { formatBytes } from '../../shared/format-bytes'
import { numberFormat } from '../../shared/formatters'
import { useWords } from './words'

/** The size of a file, with the exact number on hover. */
export function FileSize({ bytes }: { readonly bytes: number }) {
  const { locale } = useWords()
  const exact = numberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes)
  return (
    <span className="numeric" title={exact}>
      {formatBytes(bytes, locale)}
    </span>
  )
}
