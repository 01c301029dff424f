import type { Actor } from '../../shared/actor'
import type { RetentionLimits, RetentionLoss, RetentionUsage } from '../../shared/contract/retention'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { say } from '../../shared/sentences/say'
import type { InTurn } from '../async/in-turn'
import { recordOutcome } from '../db/open'
import { ledgerNeeds, setStoredLimits } from '../db/retention'
import type { Publish } from '../publish'
import { canonicalJson, sha256 } from './canonical-json'
import { findKept, totalBytes } from './kept'
import { beyond, type Going, letGo, type RetentionParts, retentionLimits } from './retention'
import { neededToUndo } from './undo-ended'

/** What is kept for undo, and a person's say in it. */
export interface RetentionService {
  /** The limits that hold; asks no disk. */
  limits(): RetentionLimits
  usage(): Promise<RetentionUsage>
  /** What would go under other limits; without limits everything that nothing waits for. Changes nothing. */
  preview(limits: RetentionLimits | null): Promise<RetentionLoss>
  /** Sets the limits, or clears, and lets go of exactly what was shown; throws `conflict` where it is something else. */
  apply(wish: {
    readonly limits: RetentionLimits | null
    readonly shown: string
    readonly typed?: string | undefined
    readonly by: Actor
  }): Promise<RetentionUsage>
}

/** Things that are named one by one before they go; the rest is counted. */
const thingsShown = 20

/** Makes the service; `inTurn` keeps changes from being under way meanwhile. */
export function createRetention(
  parts: Omit<RetentionParts, 'now'> & {
    readonly now: () => Date
    readonly publish: Publish
    readonly inTurn: InTurn
    readonly requireCountersigner: (by: Actor) => void
  },
): RetentionService {
  const { db, audit, broughtBack, publish, inTurn, requireCountersigner } = parts
  const partsNow = (): RetentionParts => ({ ...parts, now: parts.now().getTime() })

  async function usage(): Promise<RetentionUsage> {
    const kept = await findKept(partsNow())
    return {
      limits: retentionLimits(db),
      bytes: totalBytes(kept),
      entries: kept.length,
      oldestAt: kept[0]?.at ?? null,
    }
  }

  async function goingUnder(limits: RetentionLimits | null): Promise<Going> {
    const now = partsNow()
    return beyond(await findKept(now), limits, now.now)
  }

  return {
    limits: () => retentionLimits(db),
    usage,
    async preview(limits) {
      return lossOf(await goingUnder(limits))
    },
    apply: ({ limits, shown, typed, by }) =>
      inTurn(async () => {
        requireCountersigner(by)
        const going = await goingUnder(limits)
        const loss = await lossOf(going)
        if (loss.shown !== shown) {
          throw new AppError('conflict', say('stored.other_loss'))
        }
        if (loss.typeToConfirm !== null && loss.typeToConfirm !== typed) {
          throw new AppError('invalid_input', say('stored.type', { expected: loss.typeToConfirm }), {
            field: 'typed',
          })
        }
        if (limits !== null) {
          recordOutcome(db, () => {
            setStoredLimits(db, limits)
            audit.record('retention.set', { ...limits, by })
          })
          publish({ type: 'retention', limits })
        }
        await letGo(parts, going)
        return usage()
      }),
  }

  async function lossOf(going: Going): Promise<RetentionLoss> {
    const ids = new Set(going.flatMap(({ thing }) => [thing.id, ...thing.documents]))
    const things = going.map(({ thing }) => thing)
    return {
      entries: going.length,
      bytes: totalBytes(things),
      changes: going.length === 0 ? 0 : await changesNeeding(ids),
      things: things
        .slice(0, thingsShown)
        .map(({ name, label, size, at }) => ({ id: name, label, bytes: size, at })),
      shown: sha256(canonicalJson(things.map(({ name }) => name))),
      typeToConfirm: going.length === 0 ? null : `delete ${going.length}`,
    }
  }

  async function changesNeeding(ids: ReadonlySet<string>): Promise<number> {
    let count = 0
    for await (const part of ledgerNeeds(db)) {
      count += part.filter(({ stands, tool, inverse }) => {
        if (!stands) return false
        const needed = neededToUndo({ tool, inverse: parsedJson(inverse) }, broughtBack)
        return Object.values(needed)
          .flat()
          .some((id) => ids.has(id))
      }).length
    }
    return count
  }
}
