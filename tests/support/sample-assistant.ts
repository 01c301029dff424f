import type { Assistant, AssistantFields } from '../../src/shared/contract/assistants'

/** What a person wrote of an assistant: nothing but a name, and what a test says. */
export function assistantFields(own: Partial<AssistantFields> = {}): AssistantFields {
  return {
    name: 'Tide clerk',
    picture: { kind: 'letter' },
    instructions: '',
    model: '',
    effort: null,
    thinking: null,
    tools: { kind: 'all' },
    collectionId: null,
    turnCap: null,
    tokenBudget: null,
    costBudget: null,
    ...own,
  }
}

/** The same as it is stored. */
export function sampleAssistant({ id = 'a1', ...own }: Partial<Assistant> = {}): Assistant {
  return { ...assistantFields(), id, revision: 1, createdAt: 0, updatedAt: 0, trashedAt: null, ...own }
}
