import type { DataJob } from '../../shared/contract/data'
import type { DataWork } from './worker-client'

/** Does a job on the data as a whole, the only one: {@link ./service.DataService}. */
export type RunJob = <T>(
  kind: DataJob['kind'],
  path: string,
  caller: AbortSignal,
  work: (control: DataWork & { readonly signal: AbortSignal }) => Promise<T>,
) => Promise<T>
