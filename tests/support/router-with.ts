import type { Router } from '../../src/main/rpc/router'

/** Some procedures of the contract. */
type SomeProcedures = { readonly [Area in keyof Router]?: Partial<Router[Area]> }

/** A router for tests of what lies before it: it has these procedures alone, and says of every other that it is not there. */
export function routerWith(procedures: SomeProcedures): Router {
  // Whoever serves a router looks a procedure up by its name when it is called.
  return procedures as Router
}
