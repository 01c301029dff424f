import { type Actor, offlineAssistant } from '../../../shared/actor'
import type { Assistant } from '../../../shared/contract/assistants'
import type { Provider, Settings } from '../../../shared/contract/settings'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { defaultAssistant } from '../../../shared/tool/policy'
import { holdsTool } from '../../../shared/tool/tool-set'
import type { Model } from '../../model/port'
import type { Assistants } from '../../services/assistants'
import type { Catalog } from '../../services/catalog'
import type { FolderGrants } from '../../services/folder-grants'
import type { Gate } from '../../services/gate'
import type { Library } from '../../services/library'
import type { SettingsService } from '../../services/settings'
import { budgetOf } from '../budget'
import { offerTools } from '../catalog/offer'
import type { LoopContext } from '../loop'
import { buildPrompt } from '../prompt'

/** What an assistant works with besides itself. */
interface Surroundings {
  readonly assistants: Pick<Assistants, 'get'>
  readonly catalog: Catalog
  readonly settings: Pick<SettingsService, 'get'>
  /** The tools whose policy is “deny” for an assistant, by name. */
  readonly deniedTools: Gate['deniedTools']
  readonly grants: Pick<FolderGrants, 'list'>
  readonly collections: Library['collections']
  readonly now: () => Date
}

/** What of a run is its assistant's. */
type AssistantContext = Pick<
  LoopContext,
  'actor' | 'offer' | 'turnCap' | 'budget' | 'thinking' | 'collection' | 'system'
>

/** What of a model decides how its tools are given to it. */
type WorkingModel = Pick<Model, 'provider' | 'contextTokens' | 'contextFrom' | 'asSent'>

/** Makes what a run has from its assistant, as it is when the run begins or goes on. */
export function assistantsAtWork(
  services: Surroundings,
): (assistantId: string, model: WorkingModel) => AssistantContext {
  const { catalog, settings, grants, collections } = services
  return (assistantId, model) => {
    const assistant = services.assistants.get(assistantId)
    const own = ownSettings(settings.get(), assistant)
    const held = catalog.tools.filter((tool) => holdsTool(assistant.tools, tool))
    // Without a model a person calls tools by hand, and reads why one is denied.
    const denied = new Set(model.provider === 'offline' ? [] : services.deniedTools(assistantId))
    const offer = offerTools(
      held.filter(({ name }) => !denied.has(name)),
      model,
    )
    const modules = new Set(held.map(({ module }) => module))
    // One that was deleted since is none.
    const { collectionId } = assistant
    const collection =
      collectionId === null ? null : (collections().find(({ id }) => id === collectionId) ?? null)
    return {
      actor: actorOf(assistant, model.provider),
      offer,
      turnCap: own.turnCap,
      budget: budgetOf(own),
      thinking: { effort: own.effort, thinking: own.thinking },
      collection,
      system: () =>
        buildPrompt({
          now: services.now().getTime(),
          language: own.language,
          folders: grants.list(),
          modules: catalog.prompts.filter(({ module }) => modules.has(module)),
          toolListing: offer.listing,
          assistant: partOf(assistant),
          collection,
        }),
    }
  }
}

/** What an assistant has of its own stands in place of what is set for all. */
function ownSettings(settings: Settings, assistant: Assistant): Settings {
  const { effort, thinking, turnCap, tokenBudget, costBudget } = assistant
  return {
    ...settings,
    effort: effort ?? settings.effort,
    thinking: thinking ?? settings.thinking,
    turnCap: turnCap ?? settings.turnCap,
    tokenBudget: tokenBudget ?? settings.tokenBudget,
    costBudget: costBudget ?? settings.costBudget,
  }
}

/** As whom it acts; without a model the usual one says that it is the offline assistant. */
export function actorOf({ id, name }: Assistant, provider: Provider | null): Actor {
  if (id !== defaultAssistant) return { kind: 'assistant', name, id }
  return provider === 'offline' ? offlineAssistant : { kind: 'assistant', name }
}

/** Throws `not_found` for one in the trash. */
export function requireUsable(assistant: Assistant): Assistant {
  if (assistant.trashedAt === null) return assistant
  throw new AppError('not_found', say('assistant.in_trash_for_conversation', { name: assistant.name }), {
    field: 'assistantId',
  })
}

/** The usual one that nobody changed is described by the rest of the prompt already. */
function partOf({ id, name, instructions }: Assistant) {
  return id === defaultAssistant && instructions.trim() === '' ? null : { name, instructions }
}
