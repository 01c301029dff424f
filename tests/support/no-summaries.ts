import type { DocumentSummaries } from '../../src/main/agent/document-summary/service'

/** Summaries where no model is set up. */
export const noSummaries: DocumentSummaries = { write: async () => ({ kind: 'no_model' }) }
