import { z } from 'zod'
import { create } from 'zustand'
import {
  type Iteration,
  type Mission,
  type MissionFields,
  missionFieldsSchema,
  missionLimits,
  scheduleSchema,
} from '../../shared/contract/missions'
import type { ErrorShape } from '../../shared/errors'
import { defaultAssistant } from '../../shared/tool/policy'
import { client } from '../app/client'
import { createDraftStorage, type Drafts, keepDrafts } from './kept-drafts'
import { withOne } from './records'
import { attempt } from './toasts'

/** A mission as it is being changed. */
export interface MissionDraft {
  /** Null for a new one. */
  readonly id: string | null
  /** The one that the changes begin from. */
  readonly revision: number
  readonly fields: MissionFields
}

/** The log of a mission, newest first. */
interface Log {
  readonly missionId: string
  readonly iterations: readonly Iteration[]
  readonly more: boolean
}

/** The last words of an iteration, what ended it before its time, and how many of its calls failed. */
export interface Closing {
  readonly text: string
  readonly failedCalls: number
  readonly error: ErrorShape | null
}

interface MissionsState {
  /** Those in the trash too, in the order in which they were made. */
  readonly all: readonly Mission[]
  readonly loaded: boolean
  /** Of the mission that is open. */
  readonly log: Log | null
  /** By iteration. */
  readonly closings: Readonly<Record<string, Closing>>
  /** What was not saved yet, by mission; `new` for one that is being made. */
  readonly drafts: Drafts<MissionDraft>
}

const logPage = 20

/** A draft may not be valid yet. */
const kept = createDraftStorage<MissionDraft>(
  'countersign-mission-drafts',
  z.object({
    id: z.string().nullable(),
    revision: z.number(),
    fields: missionFieldsSchema.extend({
      name: z.string(),
      prompt: z.string(),
      limitMinutes: z.number(),
      schedule: scheduleSchema.catch({ kind: 'by_hand' }),
    }),
  }),
)

/** What a new one begins with. */
export const emptyFields: MissionFields = {
  name: '',
  prompt: '',
  assistantId: defaultAssistant,
  schedule: { kind: 'by_hand' },
  switchedOn: true,
  late: 'run',
  limitMinutes: missionLimits.usualMinutes,
  tells: 'needed',
}

/** All missions, the log of the one that is open, and what is not saved of them. */
export const useMissions = create<MissionsState>(() => ({
  all: [],
  loaded: false,
  log: null,
  closings: {},
  drafts: kept.read(),
}))

const { setState: set, getState: get } = useMissions

const drafts = keepDrafts(useMissions, kept)

/** What is being changed is kept until it is saved or given up, also over a reload of the page. */
export const { change: changeMissionDraft, drop: dropMissionDraft } = drafts

/** Loads all of them. */
export async function loadMissions(): Promise<void> {
  takeMissions(await client.missions.list())
}

/** Takes all of them from the stream, and the log of the open one anew where it went on. */
export function takeMissions(all: readonly Mission[]): void {
  const { log, all: before } = get()
  set({ all, loaded: true })
  if (log === null) return
  const [now, then] = [all, before].map((list) => list.find(({ id }) => id === log.missionId)?.last)
  if (JSON.stringify(now) !== JSON.stringify(then)) void attempt(loadLog(log.missionId))
}

/** Those that can run. */
export function present(all: readonly Mission[]): readonly Mission[] {
  return all.filter(({ trashedAt }) => trashedAt === null)
}

/** Loads the newest iterations of a mission, as many as are shown. */
export async function loadLog(missionId: string): Promise<void> {
  const { log } = get()
  const shown = log?.missionId === missionId ? log.iterations.length : 0
  const limit = Math.min(100, Math.max(logPage, shown))
  set({ log: { missionId, ...(await client.missions.iterations({ id: missionId, limit })) } })
}

/** Loads the next older ones. */
export async function loadOlder(): Promise<void> {
  const { log } = get()
  if (log === null) return
  const before = log.iterations.at(-1)?.sequence
  const older = await client.missions.iterations({ id: log.missionId, before, limit: logPage })
  set((state) =>
    state.log?.missionId === log.missionId
      ? { log: { ...older, missionId: log.missionId, iterations: [...log.iterations, ...older.iterations] } }
      : {},
  )
}

/** Loads the last words of an iteration. */
export async function loadClosing(iterationId: string): Promise<void> {
  const closing = await client.missions.closing({ iterationId })
  set(({ closings }) => ({ closings: { ...closings, [iterationId]: closing } }))
}

/** What a mission's draft begins with. */
export function draftOfMission(mission: Mission | null): MissionDraft {
  if (mission === null) return { id: null, revision: 0, fields: emptyFields }
  const { id, revision, name, prompt, assistantId, schedule, switchedOn, late, limitMinutes, tells } = mission
  const fields = { name, prompt, assistantId, schedule, switchedOn, late, limitMinutes, tells }
  return { id, revision, fields }
}

/** Whether a draft says something else than what is stored: one that was only opened for writing does not. */
export function isWritten(mission: Mission, draft: MissionDraft | undefined): boolean {
  return (
    draft !== undefined && JSON.stringify(draft.fields) !== JSON.stringify(draftOfMission(mission).fields)
  )
}

/** Has what was written of a mission, or what is stored where nothing was, open for writing. */
export function writeMission(mission: Mission): void {
  if (!isWritten(mission, get().drafts[mission.id])) changeMissionDraft(draftOfMission(mission))
}

/** Saves what was changed; it stays a draft where that fails. */
export async function saveMission({ id, revision, fields }: MissionDraft): Promise<Mission> {
  const settle = drafts.saving(id)
  const saved = await (id === null
    ? client.missions.create({ fields })
    : client.missions.change({ id, revision, fields }))
  takeMission(saved)
  settle((writtenOn) => ({ ...writtenOn, id: saved.id, revision: saved.revision }))
  return saved
}

/** Switches its schedule on or off. */
export async function switchMission(id: string, on: boolean): Promise<void> {
  takeMission(await client.missions.switch({ id, on }))
}

/** Makes another one like it, which is off. */
export async function duplicateMission(id: string): Promise<Mission> {
  return takeMission(await client.missions.duplicate({ id }))
}

/** Moves one to the trash; what is written of it and not saved comes back with it. */
export async function removeMission(id: string): Promise<void> {
  takeMission(await client.missions.remove({ id }))
}

/** Brings one back from the trash. */
export async function restoreMission(id: string): Promise<Mission> {
  return takeMission(await client.missions.restore({ id }))
}

/** Has one run now. */
export async function runMission(id: string): Promise<Mission> {
  return takeMission(await client.missions.run({ id }))
}

/** Stops what is at work of it. */
export async function stopMission(id: string): Promise<void> {
  await client.missions.stop({ id })
}

function takeMission(mission: Mission): Mission {
  takeMissions(withOne(get().all, mission))
  return mission
}
