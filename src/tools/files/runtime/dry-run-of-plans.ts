import type { FileService } from '../../../main/files/service'
import type { WriteImplementation } from '../../../shared/tool/runtime'

type Foreseeing = {
  readonly foresee: (plan: { readonly outcome: unknown }) => unknown
  readonly together: NonNullable<WriteImplementation<never>['together']>
}

/** Lets every tool of a table that changes files say what its plan knows, and what plans of all of them come to. */
export function foreseenByPlans<Tools extends object>(files: FileService, tools: Tools): Tools {
  const foreseeing: Foreseeing = {
    foresee: ({ outcome }) => outcome,
    together: async (plans) => files.combined(plans),
  }
  const entries = Object.entries(tools).map(([name, tool]) => [
    name,
    typeof tool === 'object' && tool !== null && 'plan' in tool ? { ...foreseeing, ...tool } : tool,
  ])
  return Object.fromEntries(entries)
}
