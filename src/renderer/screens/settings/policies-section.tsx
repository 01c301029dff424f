import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ToolPolicy } from '../../../shared/contract/policies'
import { defaultPolicy, type Policy } from '../../../shared/tool/policy'
import { usePage } from '../../stores/page'
import { choosePolicy, loadPolicies, usePolicies } from '../../stores/policies'
import { useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { Button } from '../../ui/button'
import { ClassBadge } from '../../ui/class-badge'
import { Select } from '../../ui/select'
import { Section } from './section'

/** What the assistant may do with each tool; the floors are said, not offered. */
export function PoliciesSection() {
  const { policies, loaded } = usePolicies()
  const ready = usePage((page) => page.ready)
  const [open, setOpen] = useState(false)
  const t = decisionText().policies
  useEffect(() => {
    if (ready) void attempt(loadPolicies())
  }, [ready])
  const changed = policies.filter((policy) => policy.chosen !== null)
  const shown = open ? policies : changed
  const groups = Map.groupBy(shown, (policy) => policy.module)
  return (
    <Section title={t.title} intro={t.intro}>
      {loaded && <p className="settings-quiet">{t.changed(changed.length)}</p>}
      {[...groups].map(([module, members]) => (
        <ModulePolicies key={module} module={module} policies={members} />
      ))}
      <div>
        <Button
          size="sm"
          icon={open ? ChevronUp : ChevronDown}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? t.hide : t.show}
        </Button>
      </div>
    </Section>
  )
}

function ModulePolicies({
  module,
  policies,
}: {
  readonly module: string
  readonly policies: readonly ToolPolicy[]
}) {
  const title = useSystem(
    (state) => state.tools.find((tool) => tool.module === module)?.moduleTitle ?? module,
  )
  return (
    <section aria-label={title}>
      <h3 className="settings-subhead">{title}</h3>
      <ul className="settings-list">
        {policies.map((policy) => (
          <PolicyLine key={policy.tool} policy={policy} />
        ))}
      </ul>
    </section>
  )
}

const usual = 'usual'

function PolicyLine({ policy }: { readonly policy: ToolPolicy }) {
  const t = decisionText().policies
  const names = policy.class === 'read' ? t.readPolicy : t.policy
  const normal = defaultPolicy(policy.class)
  const options: { value: Policy | typeof usual; label: string }[] = [
    { value: usual, label: t.usual(names[normal]) },
    ...policy.allowed.filter((value) => value !== normal).map((value) => ({ value, label: names[value] })),
  ]
  return (
    <li className="settings-line">
      <span>
        <strong>{policy.toolTitle}</strong>
        <span>
          <code>{policy.tool}</code>
          {policy.class === 'destructive_delete' && ` · ${t.neverAuto}`}
        </span>
      </span>
      <ClassBadge toolClass={policy.class} />
      <Select
        label={t.choice(policy.toolTitle)}
        labelHidden
        value={policy.chosen === null || policy.chosen === normal ? usual : policy.chosen}
        options={options}
        onChange={(value) => void attempt(choosePolicy(policy, value === usual ? null : value))}
      />
    </li>
  )
}
