import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import type { Policy } from '../../../shared/tool/policy'
import { holdsTool, type ToolSet } from '../../../shared/tool/tool-set'
import { useCatalog } from '../../app/tool-views'
import { usePolicies } from '../../stores/policies'
import { assistantsText } from '../../text/assistants'
import { decisionText } from '../../text/decisions'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { ClassBadge } from '../../ui/class-badge'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { SegmentedControl } from '../../ui/segmented-control'
import { PolicySelect } from '../policy-select'
import { chooseModule, chooseTool, unknownIn } from './tool-set-changes'

interface ChoiceProps {
  readonly tools: ToolSet
  /** What was chosen and not saved; over what is stored. */
  readonly policies: Readonly<Record<string, Policy | null>>
  /** Whose stored policies are shown. */
  readonly assistant: string
  readonly onTools: (tools: ToolSet) => void
  readonly onPolicy: (tool: string, policy: Policy | null) => void
}

/** Which tools an assistant has, by module or one by one, and what it may do with each. */
export function ToolChoice(props: ChoiceProps) {
  const { tools, onTools } = props
  const catalog = useCatalog()
  const t = assistantsText()
  const modules = [...Map.groupBy(catalog, ({ module }) => module)]
  const unknown = unknownIn(tools, catalog)
  return (
    <>
      <SegmentedControl
        label={t.toolsWhich}
        value={tools.kind}
        onChange={(kind) =>
          onTools(kind === 'all' ? { kind } : { kind, modules: modules.map(([module]) => module), tools: [] })
        }
        segments={[
          { value: 'all', label: t.toolsAll },
          { value: 'some', label: t.toolsSome },
        ]}
      />
      {unknown.length > 0 && (
        <Notice
          title={t.unknownTools(unknown.join(', '))}
          actions={
            <Button size="sm" onClick={() => onTools(withoutUnknown(tools, unknown))}>
              {t.dropUnknown}
            </Button>
          }
        />
      )}
      {tools.kind === 'some' && tools.modules.length + tools.tools.length === 0 && (
        <Notice title={t.noTools} />
      )}
      <div className="assistant-modules">
        {modules.map(([module, members]) => (
          <ModuleChoice key={module} {...props} module={module} members={members} catalog={catalog} />
        ))}
      </div>
    </>
  )
}

function ModuleChoice({
  module,
  members,
  catalog,
  ...props
}: ChoiceProps & {
  readonly module: string
  readonly members: readonly ToolInfo[]
  readonly catalog: readonly ToolInfo[]
}) {
  const [open, setOpen] = useState(false)
  const { tools, onTools } = props
  const t = assistantsText()
  const title = members[0]?.moduleTitle ?? module
  const held = members.filter((tool) => holdsTool(tools, tool))
  return (
    <section className="assistant-module" aria-label={title}>
      <div className="assistant-module-head">
        <IconButton
          icon={open ? ChevronDown : ChevronRight}
          size="sm"
          label={open ? t.hideTools(title) : t.showTools(title)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        {tools.kind === 'all' ? (
          <strong>{title}</strong>
        ) : (
          <Checkbox
            label={t.moduleAll(title)}
            checked={tools.modules.includes(module) ? true : held.length > 0 ? 'mixed' : false}
            onChange={(checked) => onTools(chooseModule(tools, module, checked, catalog))}
          />
        )}
        <span className="assistant-module-count numeric">{t.ofTools(held.length, members.length)}</span>
      </div>
      {open && (
        <ul className="assistant-tools">
          {members.map((tool) => (
            <ToolLine key={tool.name} {...props} tool={tool} catalog={catalog} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ToolLine({
  tool,
  catalog,
  tools,
  policies,
  assistant,
  onTools,
  onPolicy,
}: ChoiceProps & { readonly tool: ToolInfo; readonly catalog: readonly ToolInfo[] }) {
  const stored = usePolicies((state) => state[assistant]?.find((policy) => policy.tool === tool.name))
  const t = decisionText().policies
  const held = holdsTool(tools, tool)
  const chosen = policies[tool.name]
  return (
    <li>
      {tools.kind === 'all' ? (
        <span className="assistant-tool-name">{tool.title}</span>
      ) : (
        <Checkbox
          label={tool.title}
          checked={held}
          onChange={(checked) => onTools(chooseTool(tools, tool, checked, catalog))}
        />
      )}
      <ClassBadge toolClass={tool.class} />
      {stored && (
        <PolicySelect
          policy={stored}
          value={chosen === undefined ? stored.chosen : chosen}
          label={t.choice(tool.title)}
          disabled={!held}
          onChange={(policy) => onPolicy(tool.name, policy)}
        />
      )}
    </li>
  )
}

function withoutUnknown(tools: ToolSet, unknown: readonly string[]): ToolSet {
  if (tools.kind === 'all') return tools
  const known = (name: string) => !unknown.includes(name)
  return { kind: 'some', modules: tools.modules.filter(known), tools: tools.tools.filter(known) }
}
