import { z } from 'zod'

/** Tool classes from harmless to destructive; the order is the order of severity. */
export const toolClasses = [
  'read',
  'safe_create',
  'safe_update',
  'destructive_update',
  'destructive_delete',
] as const

/** Parses a tool class at a border. */
export const toolClassSchema = z.enum(toolClasses)
/** How much a tool can destroy; a floor that a plan may raise and nothing lowers. */
export type ToolClass = z.infer<typeof toolClassSchema>

/** Parses the class of a tool that changes something. */
export const writeClassSchema = z.enum([
  'safe_create',
  'safe_update',
  'destructive_update',
  'destructive_delete',
])
/** Every class but `read`. */
export type WriteClass = z.infer<typeof writeClassSchema>

/** The more severe of two classes. */
export function severest<C extends ToolClass>(first: C, second: C): C {
  return toolClasses.indexOf(first) >= toolClasses.indexOf(second) ? first : second
}

/** Whether many proposals of a class may be approved by one click: what only reads is asked one by one. */
export function isSafe(toolClass: ToolClass): boolean {
  return toolClass === 'safe_create' || toolClass === 'safe_update'
}

/** Whether a class asks in a modal dialog and is never applied by a standing approval. */
export function isDestructive(toolClass: ToolClass): boolean {
  return toolClass === 'destructive_update' || toolClass === 'destructive_delete'
}
