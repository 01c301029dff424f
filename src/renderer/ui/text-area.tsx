import {
  type KeyboardEvent,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { classNames } from './class-names'
import { describedBy, Field, type FieldLabelProps } from './field'
import { isLongText } from './long-text'
import { isSubmitKey, submitKeyShortcuts } from './submit-key'

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

/** As high as its text, in the width that it has; what is long fills all the height there is, without being measured. */
function fitHeight(element: HTMLTextAreaElement, maxHeight: number): void {
  const { style, value } = element
  const isLong = isLongText(value)
  if (!isLong) style.height = 'auto'
  const height = isLong ? Number.POSITIVE_INFINITY : element.scrollHeight
  style.height = `${Math.min(height, maxHeight)}px`
  style.overflowY = height > maxHeight ? 'auto' : 'hidden'
}

/** Several lines of text; grows with what is typed up to `maxHeight` pixels, and submits its form at {@link isSubmitKey}. */
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
  onKeyDown,
  ...rest
}: TextAreaProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text, also when it is set from outside
  useLayoutEffect(() => {
    if (area.current) fitHeight(area.current, maxHeight)
  }, [value, maxHeight])
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    let width = element.offsetWidth
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth === width) return
      width = element.offsetWidth
      fitHeight(element, maxHeight)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [maxHeight])
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event)
    const { form } = event.currentTarget
    if (event.defaultPrevented || form === null || !isSubmitKey(event)) return
    event.preventDefault()
    // Nobody above takes it for a key of theirs, as a card does that the text is changed on.
    event.stopPropagation()
    form.requestSubmit()
  }
  return (
    <Field {...{ id, label, labelHidden, exactName, hint, error }}>
      <span className={bare ? undefined : 'ui-input-frame'}>
        <textarea
          aria-keyshortcuts={submitKeyShortcuts}
          {...rest}
          onKeyDown={press}
          ref={area}
          id={id}
          rows={rows}
          className={classNames('ui-input', mono && 'ui-input-mono', className)}
          value={value}
          data-long={isLongText(value) || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { exactName, hint, error })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </span>
    </Field>
  )
}
