import type { ChangePreview, Preview, Target } from '../../../shared/tool/preview'

/** A change that a plan shows, with the one of the same thing that a former plan showed. */
export interface ChangePair {
  readonly former: ChangePreview | undefined
  readonly change: ChangePreview
  /** What they are changes of, where the plans tell. */
  readonly formerTarget: Target | undefined
  readonly target: Target | undefined
  /** Both plans put something else in place of what is there. */
  readonly whole: boolean
}

/** Each change of a plan with the one of the same thing, by its reference, or where that is not known by its label. */
export function pairedChanges(before: Preview, now: Preview): ChangePair[] {
  const byPlace = isByPlace(before) && isByPlace(now)
  const formers = keyed(before, byPlace)
  const [lostThen, lostNow] = [references(before.lost), references(now.lost)]
  return [...keyed(now, byPlace)].map(([key, { change, target }]) => {
    const former = formers.get(key)
    const whole = target !== undefined && lostThen.has(target.reference) && lostNow.has(target.reference)
    return { former: former?.change, change, formerTarget: former?.target, target, whole }
  })
}

/** Whether each change is of the target at its place; folders that are made for them may follow. */
function isByPlace({ targets, changes }: Preview): boolean {
  if (targets.length === changes.length) return true
  return changes.every(({ label }, place) => targets[place]?.label === label)
}

interface ChangeOf {
  readonly change: ChangePreview
  readonly target: Target | undefined
}

/** Changes by what they are of; of several with the same key, by their place among them. */
function keyed({ targets, changes }: Preview, byPlace: boolean): Map<string, ChangeOf> {
  const named = Map.groupBy(targets, ({ label }) => label)
  const seen = new Map<string, number>()
  return new Map(
    changes.map((change, place) => {
      const target = byPlace ? targets[place] : onlyOf(named.get(change.label))
      const key = keyOf(change, byPlace ? target : undefined)
      const times = seen.get(key) ?? 0
      seen.set(key, times + 1)
      return [`${times} ${key}`, { change, target }]
    }),
  )
}

function keyOf(change: ChangePreview, target: Target | undefined): string {
  const reference = change.kind === 'removal' ? change.reference : target?.reference
  return reference === undefined ? `label ${change.kind} ${change.label}` : `reference ${reference}`
}

function onlyOf(targets: readonly Target[] | undefined): Target | undefined {
  return targets?.length === 1 ? targets[0] : undefined
}

function references(targets: readonly Target[]): ReadonlySet<string> {
  return new Set(targets.map(({ reference }) => reference))
}
