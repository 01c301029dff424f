import { partialInput } from '../../shared/run/partial-input'
import { emptyConversation } from '../../shared/run/state'
import type { Tool } from '../../shared/tool/define'
import type { ForeignState } from '../../shared/tool/foreign-state'
import { toolView } from '../app/tool-views'
import { ToolCallDetails } from '../screens/inspector/tool-call-details'
import { ChangePreviews } from '../screens/proposal/change-preview'
import { useConversations } from '../stores/conversations'
import { text } from '../text/text'
import * as Ui from '../ui'
import { Section } from './section'
import { toolModules } from './tool-modules'
import { otherState, sampleCall, samplePreview } from './tool-samples'

/** A failure as the funnel of tool calls makes it. */
const failure = 'There is nothing at /home/ada/Notes/tides.md.'

/** What a tool that this version does not know was asked, and has answered. */
const unknownInput = { station: 'Cuxhaven', days: 2 }
const unknownState = {
  station: 'Cuxhaven',
  measured: true,
  heights: [
    { time: '06:12', metres: 3.34 },
    { time: '12:40', metres: 0.41 },
  ],
  source: { name: 'Tide gauge', url: 'https://gauge.example/1' },
}

/** What a tool of another program's server answered. */
const foreignState: ForeignState = {
  server: 'Tides',
  tool: 'tide_of_day',
  text: 'High water at 06:12, 3.34 m.\nLow water at 12:40.\u202e',
  left_out: 1200,
  structured: '{\n  "high": 3.34\n}',
  pictures: 0,
  links: [{ name: 'Tide table', uri: 'https://tides.example/table' }],
  not_taken: [{ kind: 'audio/wav', bytes: 48_000 }],
}

/** What an address answered that a tool of a person asked. */
const httpState: ForeignState = {
  server: 'api.example.org',
  tool: 'Weather in a city',
  text: '',
  left_out: 0,
  structured: '{\n  "temperature": 12.5\n}',
  pictures: 0,
  links: [],
  not_taken: [],
}

/** Noon of a day in spring. */
const sampleMoment = Date.UTC(2026, 2, 4, 12)
const conversationId = 'gallery'

/** The side panel finds its call in a conversation: here is one with a call of each tool. */
export function holdSampleCalls(): void {
  const blocks = toolModules
    .flatMap(({ tools }) => tools)
    .map((tool) => {
      const { input, state } = sampleCall(tool)
      return {
        type: 'tool_use' as const,
        toolUseId: tool.name,
        name: tool.name,
        inputJson: JSON.stringify(input),
        input,
        status: 'done' as const,
        result: { success: true, content: 'What the model was told.', state, origin: 'own' as const },
        startedAt: sampleMoment,
        durationMs: 80,
      }
    })
  const message = {
    role: 'assistant' as const,
    id: 'm',
    runId: 'r',
    at: sampleMoment,
    blocks,
    streaming: false,
  }
  const conversation = { ...emptyConversation(conversationId), messages: [message] }
  useConversations.setState({ open: { [conversationId]: conversation } })
}

/** Every tool of every module in each state that its calls go through. */
export function Tools() {
  return (
    <>
      {toolModules.map((module) => (
        <Section key={module.id} title={module.title}>
          {module.tools.map((tool) => (
            <ToolStates key={tool.name} tool={tool} />
          ))}
        </Section>
      ))}
      <Section title="Other MCP servers">
        <ForeignTool name="mcp_tides_tide_of_day" state={foreignState} />
      </Section>
      <Section title="HTTP tools">
        <ForeignTool name="http_weather_in_a_city" state={httpState} />
      </Section>
      <Section title="Unknown">
        <UnknownTool />
      </Section>
    </>
  )
}

function ForeignTool({ name, state }: { readonly name: string; readonly state: ForeignState }) {
  const { line, result } = toolView(name)
  const working = line({ input: unknownInput, state: undefined, done: false })
  return (
    <article className="gallery-tool" aria-label={name}>
      <State name="streaming" line={line({ input: undefined, state: undefined, done: false })} />
      <State name="running" line={working}>
        <Ui.GenericValue value={unknownInput} />
      </State>
      <State name="done" line={line({ input: unknownInput, state, done: true })}>
        {result({ input: unknownInput, state })}
      </State>
      <State name="error" line={working}>
        <Ui.Notice tone="danger" title={failure} />
      </State>
    </article>
  )
}

function UnknownTool() {
  const name = 'unknown_tool'
  const { line } = toolView(name)
  const working = line({ input: unknownInput, state: undefined, done: false })
  return (
    <article className="gallery-tool" aria-label={name}>
      <State name="streaming" line={line({ input: undefined, state: undefined, done: false })} />
      <State name="running" line={working}>
        <Ui.GenericValue value={unknownInput} />
      </State>
      <State name="done" line={line({ input: unknownInput, state: unknownState, done: true })}>
        <Ui.GenericValue value={unknownState} />
      </State>
      <State name="error" line={working}>
        <Ui.Notice tone="danger" title={failure} />
      </State>
    </article>
  )
}

function ToolStates({ tool }: { readonly tool: Tool }) {
  const view = toolView(tool.name)
  const { input, state } = sampleCall(tool)
  const other = otherState(tool)
  const Icon = view.icon
  const icon = <Icon size={15} aria-hidden />
  const line = (known: { input: unknown; state: unknown; done: boolean }) => view.line(known)
  const working = line({ input, state: undefined, done: false })
  // But for the last of it.
  const arriving = JSON.stringify(input).slice(0, -4)
  return (
    <article className="gallery-tool" aria-label={tool.name}>
      <h3>
        {icon} {tool.title} <Ui.ClassBadge toolClass={tool.class} />
      </h3>
      <State name="streaming" line={line({ input: partialInput(arriving), state: undefined, done: false })}>
        <Ui.ArrivingText json={arriving} />
      </State>
      <State name="running" line={line({ input, state: undefined, done: false })}>
        {view.arguments(input)}
      </State>
      <State name="done" line={line({ input, state, done: true })}>
        {view.result({ input, state }) ?? <p>No result view.</p>}
      </State>
      {other !== undefined && (
        <State name="done otherwise" line={line({ input, state: other, done: true })}>
          {view.result({ input, state: other })}
        </State>
      )}
      <State name="error" line={working}>
        <Ui.Notice tone="danger" title={failure} />
      </State>
      {tool.class !== 'read' && (
        <>
          <State name="waiting" line={working}>
            <ChangePreviews changes={samplePreview(tool, input)} />
          </State>
          <State name="rejected" line={working}>
            <Ui.Notice tone="info" title={text().proposal.rejectedBecause('Not this one.')} />
          </State>
        </>
      )}
      <State name="not run" line={working}>
        <p>{text().inspector.notRun}</p>
      </State>
      <section className="gallery-state" aria-label="panel">
        <ToolCallDetails conversationId={conversationId} toolUseId={tool.name} />
      </section>
    </article>
  )
}

function State({
  name,
  line,
  children,
}: {
  readonly name: string
  readonly line: string
  readonly children?: React.ReactNode
}) {
  return (
    <section className="gallery-state" aria-label={name}>
      <p className="gallery-state-line">
        <Ui.HiddenText text={line} />
      </p>
      {children}
    </section>
  )
}
