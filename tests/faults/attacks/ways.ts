/** What a tool is called with. */
export type Input = Readonly<Record<string, unknown>>
/** What a model calls one after the other, each told what the call before answered. */
export type Calls = readonly (readonly [tool: string, input: (before: string) => Input])[]

/** Calls of a tool, and whence a run has then read something; null where all is the person's own, or granted. */
export interface Way {
  readonly from: RegExp | null
  calls(): Calls | Promise<Calls>
}

/** Why a call is asked after something of the library was read. */
export const library = /This run has read “.+” from the library/
/** A single call. */
export const one = (tool: string, input: Input): Calls => [[tool, () => input]]
/** A call that tells of granted folders alone. */
export const granted = (tool: string, input: () => Input): Way => ({
  from: null,
  calls: () => one(tool, input()),
})
/** A call that tells titles of the library. */
export const titled = (tool: string, input: () => Input | Promise<Input>): Way => ({
  from: library,
  calls: async () => one(tool, await input()),
})
