import { z } from 'zod'

/** What the validation of an input found, as the RPC library hands it on in the data of `BAD_REQUEST`. */
const inputProblemsSchema = z.object({
  issues: z.array(
    z.object({
      message: z.string(),
      path: z.array(z.union([z.string(), z.number()])).optional(),
      /** What of it is wrong, in the words of zod. */
      code: z.string().optional(),
      origin: z.string().optional(),
      maximum: z.number().optional(),
    }),
  ),
})

/** One problem of an input. */
export type InputProblem = z.infer<typeof inputProblemsSchema>['issues'][number]

/** The first problem that is told of an input; undefined where the data tells of none. */
export function firstInputProblem(data: unknown): InputProblem | undefined {
  return inputProblemsSchema.safeParse(data).data?.issues[0]
}
