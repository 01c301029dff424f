import { type ReactNode, useEffect } from 'react'
import type { Assistant } from '../../../shared/contract/assistants'
import type { ToolInfo } from '../../../shared/contract/tools'
import { holdsTool } from '../../../shared/tool/tool-set'
import { usable, useAssistants } from '../../stores/assistants'
import { choosePolicy, loadPolicies, usePolicies } from '../../stores/policies'
import { useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { toolsText } from '../../text/tools'
import { ClassBadge } from '../../ui/class-badge'
import { HiddenText } from '../../ui/hidden-text'
import { JsonView } from '../../ui/json-view'
import { KeyValues } from '../../ui/key-values'
import { AssistantFace } from '../assistant-face'
import { BackTo } from '../catalog/back-to'
import { PolicySelect } from '../policy-select'
import { Section } from '../section'
import { TryForm } from './try-form'

/** Everything about one tool: what it is, who has it, what they may do with it, and trying it. */
export function ToolDetails({
  tool,
  children,
}: {
  readonly tool: ToolInfo
  /** What is particular about it, before it is tried. */
  readonly children?: ReactNode
}) {
  const t = toolsText()
  // What models are sent is shown as they are sent it, not in the language in use.
  const sent = useSystem((state) => state.tools.find(({ name }) => name === tool.name)) ?? tool
  return (
    <div className="catalog">
      <div className="catalog-back">
        <BackTo screen="tools">{t.back}</BackTo>
      </div>
      <header className="tool-title">
        <h2>{tool.title}</h2>
        <ClassBadge toolClass={tool.class} />
      </header>
      <p>{tool.description}</p>
      <KeyValues
        items={[
          { label: t.name, value: <code>{tool.name}</code> },
          { label: t.aliases, value: tool.aliases.join(', ') },
          { label: t.module, value: tool.moduleTitle },
        ]}
      />
      {children}
      <Section title={t.try} intro={tool.class === 'read' ? t.tryRead : t.tryWrite}>
        <TryForm tool={tool} />
      </Section>
      <Section title={t.holders} intro={decisionText().policies.intro}>
        <Holders tool={tool} />
      </Section>
      <Section title={t.schema}>
        <details className="inspector-details">
          <summary>{t.toldModels}</summary>
          <p className="catalog-quiet">
            <HiddenText text={sent.description} />
          </p>
        </details>
        <details className="inspector-details">
          <summary>{t.inputSchema}</summary>
          <JsonView value={sent.inputSchema} openDepth={3} />
        </details>
        <details className="inspector-details">
          <summary>{t.outputSchema}</summary>
          <JsonView value={sent.outputSchema} openDepth={2} />
        </details>
      </Section>
    </div>
  )
}

function Holders({ tool }: { readonly tool: ToolInfo }) {
  const all = useAssistants((state) => state.all)
  const [having, without] = [true, false].map((has) =>
    usable(all).filter(({ tools }) => holdsTool(tools, tool) === has),
  )
  const t = toolsText()
  return (
    <>
      <ul className="catalog-list">
        {having?.map((assistant) => (
          <Holder key={assistant.id} assistant={assistant} tool={tool} />
        ))}
      </ul>
      {without && without.length > 0 && (
        <p className="catalog-quiet">{t.without(without.map(({ name }) => name).join(', '))}</p>
      )}
    </>
  )
}

function Holder({ assistant, tool }: { readonly assistant: Assistant; readonly tool: ToolInfo }) {
  const { id, name } = assistant
  const policy = usePolicies((state) => state[id]?.find((each) => each.tool === tool.name))
  const loaded = policy !== undefined
  useEffect(() => {
    if (!loaded) void attempt(loadPolicies(id))
  }, [id, loaded])
  return (
    <li className="tool-holder">
      <AssistantFace assistant={assistant} size={28} />
      <strong>
        <HiddenText text={name} />
      </strong>
      {policy ? (
        <PolicySelect
          policy={policy}
          value={policy.chosen}
          label={toolsText().policyOf(name)}
          onChange={(chosen) => void attempt(choosePolicy(policy, chosen))}
        />
      ) : (
        <span className="catalog-quiet">{text().app.loading}</span>
      )}
    </li>
  )
}
