/** The tools of the library that it calls by itself. */
export const searchTool = 'search_library'
export const summaryTool = 'summarize_document'

/** How many passages a question searches for. */
export const passagesPerQuestion = 5
/** The same for one that goes on from another: much of what is found belongs to that. */
export const passagesPerFollowUp = 20
