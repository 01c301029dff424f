import { MessageSquare } from 'lucide-react'
import type { Assistant } from '../../../shared/contract/assistants'
import type { ToolInfo } from '../../../shared/contract/tools'
import { defaultAssistant } from '../../../shared/tool/policy'
import { holdsTool } from '../../../shared/tool/tool-set'
import type { Route } from '../../app/router'
import {
  duplicateAssistant,
  exportAssistant,
  removeAssistant,
  restoreAssistant,
  usable,
  useAssistants,
} from '../../stores/assistants'
import { chooseAssistant } from '../../stores/chosen-assistants'
import { newPlace } from '../../stores/kept-drafts'
import { goTo } from '../../stores/page'
import { useSystem } from '../../stores/system'
import { assistantsText } from '../../text/assistants'
import { HiddenText } from '../../ui/hidden-text'
import { AssistantFace } from '../assistant-face'
import { CatalogList } from '../catalog/catalog-list'
import { CatalogMenu } from '../catalog/catalog-menu'
import { CatalogRow } from '../catalog/catalog-row'
import { Trash, TrashedRow } from '../catalog/trash'

/** Every assistant with what it is for and what it has; below them those in the trash. */
export function AssistantList() {
  const { all, drafts } = useAssistants()
  const t = assistantsText()
  const here = usable(all)
  const trashed = all.filter(({ trashedAt }) => trashedAt !== null)
  const begun = drafts[newPlace]
  return (
    <div className="catalog">
      <CatalogList
        words={t}
        begun={begun && { route: { screen: 'assistants', id: newPlace }, name: begun.fields.name }}
        roomy
      >
        {here.map((assistant) => (
          <Row key={assistant.id} assistant={assistant} unsaved={assistant.id in drafts} />
        ))}
      </CatalogList>
      {here.length === 1 && (
        <div className="assistants-alone">
          <strong>{t.emptyOwn}</strong>
          <p>{t.emptyOwnText}</p>
        </div>
      )}
      <Trash title={t.trash}>
        {trashed.map((assistant) => (
          <TrashedRow
            key={assistant.id}
            name={assistant.name}
            words={t}
            restore={async () => (await restoreAssistant(assistant.id)).name}
          >
            <AssistantFace assistant={assistant} size={28} />
          </TrashedRow>
        ))}
      </Trash>
    </div>
  )
}

function Row({ assistant, unsaved }: { readonly assistant: Assistant; readonly unsaved: boolean }) {
  const catalog = useSystem((state) => state.tools)
  const { id, name, instructions, model } = assistant
  const t = assistantsText()
  const first = instructions.split('\n').find((line) => line.trim() !== '')
  const route: Route = { screen: 'assistants', id }
  const chat = () => {
    chooseAssistant(null, id)
    goTo({ screen: 'chat', id: null })
  }
  return (
    <CatalogRow
      route={route}
      lead={<AssistantFace assistant={assistant} size={36} />}
      name={name}
      unsaved={unsaved ? t.unsaved : undefined}
      actions={
        <CatalogMenu
          name={name}
          words={t}
          use={{ id: 'chat', icon: MessageSquare, label: t.chat, onSelect: chat }}
          edit={() => goTo(route)}
          duplicate={async () => (await duplicateAssistant(id)).name}
          exportFile={{ label: t.export, file: () => exportAssistant(id) }}
          removal={
            id === defaultAssistant
              ? null
              : { words: t, remove: () => removeAssistant(id), restore: () => restoreAssistant(id) }
          }
        />
      }
    >
      <span className="truncate" title={first}>
        {first === undefined ? id === defaultAssistant ? t.usual : '' : <HiddenText text={first} />}
      </span>
      <span className="assistant-facts">
        {[toolsInWords(assistant, catalog), model === '' ? t.usualModel : model].join(' · ')}
      </span>
    </CatalogRow>
  )
}

function toolsInWords({ tools }: Assistant, catalog: readonly ToolInfo[]): string {
  const t = assistantsText()
  if (tools.kind === 'all') return t.allTools
  return t.toolCount(catalog.filter((tool) => holdsTool(tools, tool)).length)
}
