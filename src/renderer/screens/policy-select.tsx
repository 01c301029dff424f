import type { ToolPolicy } from '../../shared/contract/policies'
import { defaultPolicy, type Policy } from '../../shared/tool/policy'
import { decisionText } from '../text/decisions'
import { Select } from '../ui/select'

const usual = 'usual'

/** What an assistant may do with a tool; the floors are said, not offered. */
export function PolicySelect({
  policy,
  value,
  label,
  disabled = false,
  onChange,
}: {
  readonly policy: Pick<ToolPolicy, 'class' | 'allowed'>
  /** Null while the class decides. */
  readonly value: Policy | null
  /** For screen readers: which tool, and whose. */
  readonly label: string
  readonly disabled?: boolean
  readonly onChange: (policy: Policy | null) => void
}) {
  const t = decisionText().policies
  const names = policy.class === 'read' ? t.readPolicy : t.policy
  const normal = defaultPolicy(policy.class)
  const options: { value: Policy | typeof usual; label: string }[] = [
    { value: usual, label: t.usual(names[normal]) },
    ...policy.allowed
      .filter((other) => other !== normal)
      .map((other) => ({ value: other, label: names[other] })),
  ]
  return (
    <Select
      label={label}
      labelHidden
      disabled={disabled}
      value={value === null || value === normal ? usual : value}
      options={options}
      onChange={(chosen) => onChange(chosen === usual ? null : chosen)}
    />
  )
}
