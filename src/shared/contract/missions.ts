import { z } from 'zod'
import { actorSchema } from '../actor'
import { errorShapeSchema } from '../errors'
import { oneLine } from '../text/one-line'
import { procedure } from './base'

/** Limits of a mission, which the editor tells before main refuses them. */
export const missionLimits = {
  /** Characters, in one line. */
  name: 60,
  /** Characters of what is to be done: about 5,000 tokens. */
  prompt: 20_000,
  /** Minutes from one time to the next, by the schedule "every": an iteration needs some, and a model's server, too. */
  leastMinutes: 5,
  /** A week; beyond that a day of the month says more. */
  mostMinutes: 10_080,
  /** Minutes of work after which an iteration is ended. */
  longestMinutes: 240,
  usualMinutes: 30,
} as const

/** A time of the day as the clock on the wall shows it, such as `09:30`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** When a mission runs by itself, in the local time of the machine. */
export const scheduleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('by_hand') }),
  z.strictObject({
    kind: z.literal('every'),
    minutes: z.number().int().min(missionLimits.leastMinutes).max(missionLimits.mostMinutes),
  }),
  z.strictObject({ kind: z.literal('daily'), at: timeOfDay }),
  z.strictObject({
    kind: z.literal('weekly'),
    /** 1 is Monday, 7 Sunday (ISO 8601). */
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    at: timeOfDay,
  }),
  z.strictObject({
    kind: z.literal('monthly'),
    /** The last day where a month is shorter. */
    day: z.number().int().min(1).max(31),
    at: timeOfDay,
  }),
])
/** See {@link scheduleSchema}. */
export type Schedule = z.infer<typeof scheduleSchema>

/** What a person sets of a mission. */
export const missionFieldsSchema = z.strictObject({
  name: z.string().overwrite(oneLine).min(1).max(missionLimits.name),
  /** What is to be done, in Markdown; a slash command calls a tool where there is no model. */
  prompt: z.string().trim().min(1).max(missionLimits.prompt),
  assistantId: z.string(),
  schedule: scheduleSchema,
  /** Whether its schedule holds; by hand it runs all the same. */
  switchedOn: z.boolean(),
  /** What is done about a time that passed while the application was closed or the machine slept. */
  late: z.enum(['run', 'skip']),
  limitMinutes: z.number().int().min(1).max(missionLimits.longestMinutes),
  /** When the system tells that an iteration ended: `needed` when something waits or it failed. */
  tells: z.enum(['always', 'needed', 'never']),
})
/** See {@link missionFieldsSchema}. */
export type MissionFields = z.infer<typeof missionFieldsSchema>

/** How an iteration ended; `interrupted` where the application closed. */
const iterationEndSchema = z.enum([
  'completed',
  'turn_cap',
  'budget',
  'failed',
  'stopped',
  'out_of_time',
  'interrupted',
])

/** One time that a mission ran. */
const iterationSchema = z.object({
  id: z.string(),
  /** Counts those of its mission, from 1. */
  sequence: z.number(),
  why: z.enum(['schedule', 'late', 'by_hand']),
  /** Null where there is none, or it is in the trash by now. */
  conversationId: z.string().nullable(),
  runId: z.string().nullable(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** Null while it is at work. */
  ended: iterationEndSchema.nullable(),
  /** How many changes it proposed; one that was proposed anew counts once. */
  proposed: z.number(),
  /** How many of these wait for a decision. */
  waiting: z.number(),
  /** How many were approved and hold. */
  applied: z.number(),
  /** How many were approved and taken back as a whole. */
  undone: z.number(),
  rejected: z.number(),
  /** How many came to another end, without being done. */
  notDone: z.number(),
})
/** See {@link iterationSchema}. */
export type Iteration = z.infer<typeof iterationSchema>
/** How one ended. */
export type IterationEnd = z.infer<typeof iterationEndSchema>

/** A mission as it is stored, with where it stands. */
export const missionSchema = missionFieldsSchema.extend({
  id: z.string(),
  /** Counts its changes: whoever changes it says which one was seen. */
  revision: z.number(),
  changedBy: actorSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Set while it is in the trash. */
  trashedAt: z.number().nullable(),
  /** When it falls due next, in milliseconds since 1970; null while nothing is planned. */
  nextDueAt: z.number().nullable(),
  /** `waiting` until one of those that are at work has ended. */
  state: z.enum(['idle', 'waiting', 'running']),
  /** The newest iteration; null before the first. */
  last: iterationSchema.nullable(),
})
/** See {@link missionSchema}. */
export type Mission = z.infer<typeof missionSchema>

const byId = z.strictObject({ id: z.string() })

/** Missions: standing work in the background. Only people make and change them. */
export const missionsContract = {
  /** In the order in which they were made, those in the trash too. */
  list: procedure.output(z.array(missionSchema)),
  create: procedure.input(z.strictObject({ fields: missionFieldsSchema })).output(missionSchema),
  /** Fails with `conflict` where it was changed since. */
  change: procedure
    .input(z.strictObject({ id: z.string(), revision: z.number(), fields: missionFieldsSchema }))
    .output(missionSchema),
  /** Switches its schedule on or off; what is at work goes on to its end. */
  switch: procedure.input(z.strictObject({ id: z.string(), on: z.boolean() })).output(missionSchema),
  /** Makes another one like it, which is off. */
  duplicate: procedure.input(byId).output(missionSchema),
  /** Moves it to the trash and ends what is at work; its conversations and what it proposed stay. */
  remove: procedure.input(byId).output(missionSchema),
  restore: procedure.input(byId).output(missionSchema),
  /** Has it run now; fails with `busy` where it does. */
  run: procedure.input(byId).output(missionSchema),
  /** Stops the iteration at work, or takes back that it waits; answers whether there was one. */
  stop: procedure.input(byId).output(z.object({ stopped: z.boolean() })),
  /** The iterations of a mission, newest first; `before` is a sequence number. */
  iterations: procedure
    .input(
      z.strictObject({
        id: z.string(),
        before: z.number().optional(),
        limit: z.number().int().min(1).max(100).default(20),
      }),
    )
    .output(z.object({ iterations: z.array(iterationSchema), more: z.boolean() })),
  /**
   * The last words of an iteration, in Markdown, what ended it before its time, and how many of its calls failed that
   * left nothing to decide.
   */
  closing: procedure
    .input(z.strictObject({ iterationId: z.string() }))
    .output(z.object({ text: z.string(), error: errorShapeSchema.nullable(), failedCalls: z.number() })),
}
