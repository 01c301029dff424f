import { z } from 'zod'
import { procedure } from './base'

/** What runs here. */
export const systemInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'command_line']),
  platform: z.string(),
  dataFolder: z.string(),
  /** Whether this host has dialogs of its own for files and folders. */
  nativeDialogs: z.boolean(),
})
/** See {@link systemInfoSchema}. */
export type SystemInfo = z.infer<typeof systemInfoSchema>

/** One line of `doctor`. */
export const doctorCheckSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  detail: z.string(),
})
/** See {@link doctorCheckSchema}. */
export type DoctorCheck = z.infer<typeof doctorCheckSchema>

/** The application itself. */
export const systemContract = {
  info: procedure.output(systemInfoSchema),
  doctor: procedure.output(z.object({ ok: z.boolean(), checks: z.array(doctorCheckSchema) })),
  /** Opens an http, https or mailto address outside; the page has shown the whole address before. */
  openExternal: procedure.input(z.strictObject({ url: z.string().max(4000) })).output(z.object({ opened: z.boolean() })),
  /** Ends the process that holds the data folder; for the command line. */
  shutdown: procedure.output(z.object({ stopping: z.boolean() })),
}
