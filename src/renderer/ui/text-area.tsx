import {
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { classNames } from './class-names'
import { describedBy, Field, type FieldLabelProps } from './field'

/** Props of {@link TextArea}. */
export interface TextAreaProps
  extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'>,
    FieldLabelProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Height at which it stops growing and scrolls. */
  readonly maxHeight?: number
  readonly mono?: boolean
  /** No frame of its own, for a composer that brings one. */
  readonly bare?: boolean
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text; grows with what is typed up to `maxHeight` pixels. */
export function TextArea({
  label,
  labelHidden,
  exactName,
  hint,
  error,
  value,
  onChange,
  maxHeight = 320,
  mono,
  bare,
  rows = 2,
  className,
  id: givenId,
  ref,
  ...rest
}: TextAreaProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text, also when it is set from outside
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, maxHeight)}px`
    element.style.overflowY = element.scrollHeight > maxHeight ? 'auto' : 'hidden'
  }, [value, maxHeight])
  return (
    <Field {...{ id, label, labelHidden, exactName, hint, error }}>
      <span className={bare ? undefined : 'ui-input-frame'}>
        <textarea
          {...rest}
          ref={area}
          id={id}
          rows={rows}
          className={classNames('ui-input', mono && 'ui-input-mono', className)}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { exactName, hint, error })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </span>
    </Field>
  )
}
