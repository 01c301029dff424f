import type { Actor } from '../../../shared/actor'
import type { GrantScope, RememberOption, StandingGrant } from '../../../shared/contract/standing-grants'
import { assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { severest, type WriteClass } from '../../../shared/tool/classes'
import { defaultAssistant } from '../../../shared/tool/policy'
import { isSoonLost, type Preview, type Target } from '../../../shared/tool/preview'

/** What a remembered approval is made from, or compared with. */
export interface Subject {
  readonly class: WriteClass
  readonly preview: Preview
  /** Hash of the input: what can't be taken back, or not for long, is covered only when it is exactly the same again. */
  readonly inputHash: string
  readonly actor: Actor
  readonly runId: string | null
  readonly conversationId: string | null
}

/** What a grant says of its reach. */
export type Reach = Pick<
  StandingGrant,
  'class' | 'scope' | 'targets' | 'container' | 'runId' | 'conversationId'
> & {
  readonly inputHash: string | null
}

/**
 * A key for whose calls a grant covers: an assistant whatever it and its model are called, a client by the name that it
 * gives itself (docs/decisions/0024-programs-over-mcp.md says why).
 */
export function subjectOf(actor: Actor): string {
  switch (actor.kind) {
    case 'assistant':
      return `assistant:${actor.id ?? defaultAssistant}`
    case 'mcp_client':
      return `mcp_client:${actor.name}`
    case 'sequence':
      return `sequence:${actor.id ?? ''}`
    case 'command_line':
    case 'watched_folder':
    case 'person':
      return actor.kind
    default:
      return assertNever(actor.kind)
  }
}

/** The scopes that an approval may be remembered for, the narrowest first. */
export function rememberOptions(of: Omit<Subject, 'inputHash'>): RememberOption[] {
  const { preview, runId, conversationId } = of
  const options: RememberOption[] = []
  const offer = (scope: GrantScope) => options.push({ scope, ...optionOf(labelOf(scope, of)) })
  switch (of.class) {
    case 'destructive_delete':
      return []
    case 'destructive_update':
      if (runId !== null && preview.targets.length > 0) offer('target')
      return options
    case 'safe_create':
    case 'safe_update':
      if (preview.targets.length > 0) offer('target')
      // What can't be taken back is never remembered for anything else than itself.
      if (isSoonLost(preview)) return options
      if (containerOf(preview) !== null) offer('container')
      // To send is remembered for a host and never for whatever a run may come to.
      if (preview.sends !== undefined) return options
      if (runId !== null) offer('run')
      if (conversationId !== null) offer('conversation')
      return options
    default:
      return assertNever(of.class)
  }
}

/** What a grant of this scope reaches; never more than what was approved and shown. */
export function reachOf(scope: GrantScope, of: Subject): Reach {
  const bound = scope === 'run' || of.class === 'destructive_update'
  return {
    scope,
    class: of.class,
    targets: scope === 'target' ? of.preview.targets : [],
    container: scope === 'container' ? containerOf(of.preview) : null,
    inputHash: isSoonLost(of.preview) ? of.inputHash : null,
    runId: bound ? of.runId : null,
    conversationId: scope === 'conversation' ? of.conversationId : null,
  }
}

/** What a grant of this scope covers, in words. */
export function labelOf(scope: GrantScope, of: Omit<Subject, 'inputHash'>): Sentence {
  const { targets } = of.preview
  const inputHash = isSoonLost(of.preview) ? '' : null
  return reachInWords({ scope, class: of.class, targets, container: containerOf(of.preview), inputHash })
}

/** What a grant covers, in words. */
export function reachInWords({
  scope,
  targets,
  container,
  ...grant
}: Pick<Reach, 'scope' | 'class' | 'targets' | 'container' | 'inputHash'>): Sentence {
  switch (scope) {
    case 'target':
      return say('approval.target', {
        label: targets[0]?.label ?? '',
        more: Math.max(0, targets.length - 1),
        exactly: grant.inputHash !== null,
        run: grant.class === 'destructive_update',
      })
    case 'container': {
      const { kind, label, reference, detail } = container ?? { kind: 'folder', label: '', reference: '' }
      if (kind === 'collection') return say('approval.collection', { label })
      if (kind === 'host') return say('approval.host', { host: label, collection: detail ?? '' })
      return say('approval.folder', { path: reference })
    }
    case 'run':
      return say('approval.run')
    case 'conversation':
      return say('approval.conversation')
    default:
      return assertNever(scope)
  }
}

function optionOf({ text: label, said }: Sentence): Pick<RememberOption, 'label' | 'said'> {
  return { label, said }
}

/** Whether a grant covers a change: by what the plan touches, never by what a model says of it. */
export function covers(grant: Reach, call: Subject): boolean {
  if (call.class === 'destructive_delete' || severest(call.class, grant.class) !== grant.class) return false
  if (call.class === 'destructive_update' && (grant.scope !== 'target' || grant.runId === null)) return false
  if (isSoonLost(call.preview) && grant.inputHash === null) return false
  if (grant.inputHash !== null && grant.inputHash !== call.inputHash) return false
  if (grant.runId !== null && grant.runId !== call.runId) return false
  if (grant.conversationId !== null && grant.conversationId !== call.conversationId) return false
  const { targets } = call.preview
  switch (grant.scope) {
    case 'target':
      return targets.length > 0 && targets.every((target) => grant.targets.some((each) => same(each, target)))
    case 'container':
      return grant.container !== null && isWithin(grant.container, call.preview)
    case 'run':
      return grant.runId !== null && call.preview.sends === undefined
    case 'conversation':
      return grant.conversationId !== null && call.preview.sends === undefined
    default:
      return assertNever(grant.scope)
  }
}

/** The one folder or collection that everything in a plan is in. */
function containerOf(preview: Preview): Target | null {
  if (preview.container !== undefined) return preview.container
  const [first] = preview.targets.filter(({ kind }) => kind === 'file').concat(preview.targets)
  const folder = first === undefined ? null : parentOf(first)
  if (folder === null) return null
  // Folders that are made on the way to it are above it.
  const fits = (target: Target) =>
    (isInside(target.reference, folder) && (target.to === undefined || isInside(target.to, folder))) ||
    (target.kind === 'folder' && isInside(folder, target.reference))
  if (!preview.targets.every(fits)) return null
  return {
    kind: 'folder',
    label: folder.split(separatorOf(folder)).findLast((part) => part !== '') ?? folder,
    reference: folder,
  }
}

function isWithin(container: Target, { container: own, targets }: Preview): boolean {
  if (container.kind !== 'folder') return own !== undefined && same(own, container)
  return (
    targets.length > 0 &&
    targets.every(
      ({ kind, reference, to }) =>
        (kind === 'file' || kind === 'folder') &&
        isInside(reference, container.reference) &&
        (to === undefined || isInside(to, container.reference)),
    )
  )
}

/** Whether a change of this target changes what lies in a folder, or where the folder is. */
export function touchesFolder({ kind, reference, to }: Target, folder: string): boolean {
  if (kind !== 'file' && kind !== 'folder') return false
  return [reference, ...(to === undefined ? [] : [to])].some(
    (path) => isInside(path, folder) || isInside(folder, path),
  )
}

function same(first: Target, second: Target): boolean {
  return first.kind === second.kind && first.reference === second.reference && first.to === second.to
}

// Absolute, as canonical paths are: on Windows with a drive or a share.
const absolute = /^(\/|[A-Za-z]:\\|\\\\)/

function parentOf({ kind, reference }: Target): string | null {
  if ((kind !== 'file' && kind !== 'folder') || !absolute.test(reference)) return null
  const end = reference.lastIndexOf(separatorOf(reference))
  // The root of a disk is no folder to remember anything for.
  return end <= 0 || /^[A-Za-z]:$/.test(reference.slice(0, end)) ? null : reference.slice(0, end)
}

/** Whether a canonical path is a folder or in it; a sibling whose name begins alike is not. */
function isInside(path: string, folder: string): boolean {
  const separator = separatorOf(folder)
  if (path.split(separator).includes('..')) return false
  return path === folder || path.startsWith(`${folder}${separator}`)
}

/** Outside Windows a backslash is part of a name: `docs\\evil` is a sibling of `docs`. */
function separatorOf(path: string): '/' | '\\' {
  return path.startsWith('/') ? '/' : '\\'
}
