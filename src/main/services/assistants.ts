import type { Actor } from '../../shared/actor'
import type { Assistant, AssistantFields, ImportNote } from '../../shared/contract/assistants'
import type { PictureBytes } from '../../shared/contract/pictures'
import type { Picture } from '../../shared/tool/picture'
import type { Policy } from '../../shared/tool/policy'

/** Assistants: what each is told, has and may. Only a person changes them. */
export interface Assistants {
  /** Those in the trash too. */
  list(): readonly Assistant[]
  /** Throws `not_found`; answers for one in the trash too. */
  get(id: string): Assistant
  create(request: {
    fields: AssistantFields
    policies: Readonly<Record<string, Policy | null>>
    by: Actor
  }): Promise<Assistant>
  change(request: {
    id: string
    revision: number
    fields: AssistantFields
    policies: Readonly<Record<string, Policy | null>>
    by: Actor
  }): Promise<Assistant>
  duplicate(request: { id: string; by: Actor }): Assistant
  remove(request: { id: string; by: Actor }): Assistant
  restore(request: { id: string; by: Actor }): Assistant
  /** Starters that nobody has written anything of are told in the person's language. */
  followLanguage(): void
  /** Takes base64. */
  drawPicture(data: string): Promise<{ picture: Picture; bytes: PictureBytes }>
  exportFile(id: string): Promise<{ name: string; text: string }>
  importFile(request: { text: string; by: Actor }): Promise<{ assistant: Assistant; notes: ImportNote[] }>
}
