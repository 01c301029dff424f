import { z } from 'zod'

const licenceSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  author: z.string(),
  source: z.string(),
  text: z.string(),
})

/** A package whose work is in the program, with its terms; what its maker does not say is empty. */
export type Licence = z.infer<typeof licenceSchema>

/** What the build put beside the page of the packages it is made of; null when that file is not there. */
export async function readLicences(): Promise<readonly Licence[] | null> {
  const answer = await fetch('licences.json')
  return answer.ok ? z.array(licenceSchema).parse(await answer.json()) : null
}
