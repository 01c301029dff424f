import { z } from 'zod'
import { saidSchema } from '../sentences/sentence'
import { procedure } from './base'

/** What runs here. */
const systemInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'command_line']),
  platform: z.string(),
  /** The process that holds the data folder. */
  pid: z.number(),
  dataFolder: z.string(),
  /** The program and its arguments with which another program starts the MCP server of this data folder. */
  mcpCommand: z.array(z.string()),
  /** Whether this host has dialogs of its own for files and folders. */
  nativeDialogs: z.boolean(),
  /** Whether this host has notifications of its own. */
  nativeNotifications: z.boolean(),
  /** Whether this host has a browser that runs the scripts of pages. */
  pageBrowser: z.boolean(),
})
/** See {@link systemInfoSchema}. */
export type SystemInfo = z.infer<typeof systemInfoSchema>

/** What `doctor` looks at, by the names that the command line prints. */
const doctorCheckNameSchema = z.enum([
  'version',
  'data folder',
  'database',
  'search index',
  'originals',
  'audit chain',
  'granted folders',
  'history and trash',
  'stored keys',
  'model',
  'search by meaning',
  'page browser',
])
/** See {@link doctorCheckNameSchema}. */
export type DoctorCheckName = z.infer<typeof doctorCheckNameSchema>

/** One line of `doctor`. */
const doctorCheckSchema = z.object({
  name: doctorCheckNameSchema,
  ok: z.boolean(),
  detail: z.string(),
  said: saidSchema.optional(),
})
/** See {@link doctorCheckSchema}. */
export type DoctorCheck = z.infer<typeof doctorCheckSchema>

/** The application itself. */
export const systemContract = {
  info: procedure.output(systemInfoSchema),
  doctor: procedure
    .input(
      z
        .strictObject({
          /** How much of the search index is compared with the stored passages; `rebuild` makes it anew first. */
          index: z.enum(['sample', 'whole', 'rebuild']).default('sample'),
        })
        .optional(),
    )
    .output(z.object({ ok: z.boolean(), checks: z.array(doctorCheckSchema) })),
  /** Opens an http, https or mailto address outside; the page has shown the whole address before. */
  openExternal: procedure
    .input(z.strictObject({ url: z.string().max(4000) }))
    .output(z.object({ opened: z.boolean() })),
  /**
   * Shows a notification of the system about a conversation, where the host has them; a click on it brings the window
   * to the front and tells of it as `conversation_wanted`.
   */
  notify: procedure
    .input(
      z.strictObject({
        conversationId: z.string().max(100),
        title: z.string().max(300),
        body: z.string().max(300),
      }),
    )
    .output(z.object({ shown: z.boolean() })),
  /** Brings the window to the front, or gives the address of the page where the host is a browser's. */
  focus: procedure.output(z.object({ url: z.string().nullable() })),
  /** Asks a holder without a window to let go of the data folder for one with a window; `false` when it won't. */
  giveWay: procedure.output(z.object({ givesWay: z.boolean() })),
}
