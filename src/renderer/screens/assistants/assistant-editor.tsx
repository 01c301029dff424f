import { useEffect, useRef } from 'react'
import type { Assistant, AssistantFields } from '../../../shared/contract/assistants'
import {
  type AssistantDraft,
  changeAssistantDraft,
  dropAssistantDraft,
  saveAssistant,
  useAssistants,
} from '../../stores/assistants'
import { newPlace } from '../../stores/kept-drafts'
import { useLibrary } from '../../stores/library'
import { goOnFromHere, goTo } from '../../stores/page'
import { loadPolicies } from '../../stores/policies'
import { attempt, notify } from '../../stores/toasts'
import { assistantsText } from '../../text/assistants'
import { decisionText } from '../../text/decisions'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { CatalogEditor } from '../catalog/catalog-editor'
import { ReferenceSelect } from '../catalog/reference-select'
import { useSaving } from '../catalog/use-saving'
import { writingOf } from '../catalog/writing'
import { Section } from '../section'
import { type DraftProblems, problemsOf } from './draft-problems'
import { HiddenInstructions } from './hidden-instructions'
import { ModelFields } from './model-fields'
import { PictureField } from './picture-field'
import { ToolChoice } from './tool-choice'

/** Changes an assistant, or makes one; what is not saved is kept, wherever one goes meanwhile. */
export function AssistantEditor({ assistant }: { readonly assistant: Assistant | null }) {
  const place = assistant?.id ?? newPlace
  const kept = useAssistants((state) => state.drafts[place])
  const all = useAssistants((state) => state.all)
  const form = useRef<HTMLFormElement>(null)
  const { asked, busy, trySaving, forget } = useSaving(form)
  const t = assistantsText()
  useEffect(() => {
    void attempt(loadPolicies(place))
  }, [place])
  const writing = writingOf({
    screen: 'assistants',
    ...{ place, kept, stored: assistant },
    draftOf: () => draftOfAssistant(assistant),
    latest: () => useAssistants.getState().drafts[place],
    change: changeAssistantDraft,
    drop: dropAssistantDraft,
  })
  const { draft } = writing
  const { fields } = draft
  const problems = problemsOf(fields, draft.id, all)
  const change = (more: Partial<AssistantFields>) =>
    changeAssistantDraft({ ...draft, fields: { ...fields, ...more } })

  const save = async () => {
    const goOn = goOnFromHere()
    const saved = await saveAssistant({ ...draft, fields: { ...fields, name: fields.name.trim() } })
    notify({ tone: 'success', title: t.saved(saved.name) })
    await attempt(loadPolicies(saved.id))
    if (assistant === null) goOn({ screen: 'assistants', id: saved.id })
  }
  const discard = () => {
    writing.drop()
    forget()
    if (assistant === null) goTo({ screen: 'assistants', id: null })
  }

  return (
    <CatalogEditor
      screen="assistants"
      words={t}
      label={fields.name.trim() || t.newTitle}
      {...{ form, busy, writing }}
      onSave={() => void trySaving(() => Object.keys(problems).length === 0, save)}
      onDiscard={discard}
    >
      <Who draft={draft} problems={problems} asked={asked} onChange={change} />
      <Section title={t.modelTitle}>
        <ModelFields fields={fields} problems={problems} onChange={change} />
      </Section>
      <Section title={t.toolsTitle} intro={decisionText().policies.intro}>
        <ToolChoice
          tools={fields.tools}
          policies={draft.policies}
          assistant={place}
          onTools={(tools) => change({ tools })}
          onPolicy={(tool, policy) =>
            changeAssistantDraft({ ...draft, policies: { ...draft.policies, [tool]: policy } })
          }
        />
      </Section>
    </CatalogEditor>
  )
}

function Who({
  draft,
  problems,
  asked,
  onChange,
}: {
  readonly draft: AssistantDraft
  readonly problems: DraftProblems
  /** Whether it was tried to save: before that an empty name is no mistake. */
  readonly asked: boolean
  readonly onChange: (more: Partial<AssistantFields>) => void
}) {
  const { id, fields } = draft
  const t = assistantsText()
  const nameProblem = fields.name.trim() === '' && !asked ? undefined : problems.name
  return (
    <div className="section-fields">
      <TextField
        label={t.name}
        error={nameProblem}
        value={fields.name}
        autoFocus={id === null}
        onChange={(name) => onChange({ name })}
      />
      <PictureField
        assistant={{ id: id ?? newPlace, name: fields.name, picture: fields.picture }}
        problem={problems.emoji}
        onChange={(picture) => onChange({ picture })}
      />
      <TextArea
        label={t.instructions}
        hint={t.instructionsHint}
        error={problems.instructions}
        placeholder={t.instructionsPlaceholder}
        rows={8}
        maxHeight={480}
        value={fields.instructions}
        onChange={(instructions) => onChange({ instructions })}
      />
      <HiddenInstructions
        instructions={fields.instructions}
        onChange={(instructions) => onChange({ instructions })}
      />
      <CollectionField collectionId={fields.collectionId} onChange={onChange} />
    </div>
  )
}

function CollectionField({
  collectionId,
  onChange,
}: {
  readonly collectionId: string | null
  readonly onChange: (more: Partial<AssistantFields>) => void
}) {
  const collections = useLibrary((state) => state.collections)
  const t = assistantsText()
  return (
    <ReferenceSelect
      label={t.collection}
      hint={t.collectionHint}
      words={{ none: t.noCollection, gone: t.collectionGone }}
      value={collectionId}
      choices={collections}
      onChange={(chosen) => onChange({ collectionId: chosen })}
    />
  )
}

/** A new one can touch nothing before it is given something. */
function draftOfAssistant(assistant: Assistant | null): AssistantDraft {
  if (assistant !== null) {
    const { id, revision, createdAt: _c, updatedAt: _u, trashedAt: _t, ...fields } = assistant
    return { id, revision, fields, policies: {} }
  }
  const fields: AssistantFields = {
    name: '',
    picture: { kind: 'letter' },
    instructions: '',
    model: '',
    effort: null,
    thinking: null,
    tools: { kind: 'some', modules: [], tools: [] },
    collectionId: null,
    turnCap: null,
    tokenBudget: null,
    costBudget: null,
  }
  return { id: null, revision: 0, fields, policies: {} }
}
