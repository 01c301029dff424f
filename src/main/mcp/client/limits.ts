/** Time limits of a connection, in milliseconds. */
export interface McpTimes {
  /** From the start of a program, or the first request, to the end of the handshake: a program may load itself first. */
  readonly startMs: number
  /** For all pages of the list of tools. */
  readonly listMs: number
  /** For one call, however much progress it reports: other changes wait for it. */
  readonly wholeCallMs: number
  /** After a call, so old a list of tools is asked for anew before the next one. */
  readonly freshMs: number
  /** Before a server that failed is tried again, for each failure in a row; after the last one only a person tries it. */
  readonly pausesMs: readonly number[]
  /** That a program is given to end by itself once its input is closed, and once more after it was asked to. */
  readonly graceMs: number
}

/** See {@link McpTimes}: programs that are fetched by their package's runner need many seconds for their first start. */
export const usualTimes: McpTimes = {
  startMs: 20_000,
  listMs: 10_000,
  wholeCallMs: 600_000,
  freshMs: 30_000,
  pausesMs: [0, 2000, 10_000, 30_000],
  graceMs: 2000,
}

/** Tools of one server: more than a model can choose from, and than a person looks through. */
export const MAX_TOOLS = 200
/** Pages of a list; one whose cursor never ends would be asked for ever. */
export const MAX_PAGES = 50
/** Bytes of one message, of which a result with pictures is the longest. */
export const MAX_MESSAGE_BYTES = 16_000_000
/** Bytes of a stream of messages over HTTP before it is begun anew. */
export const MAX_STREAM_BYTES = 64_000_000

/** Characters of a tool’s own name. */
export const MAX_NAME_CHARACTERS = 200
/** Characters of a title that are shown. */
export const TITLE_CHARACTERS = 80
/** Characters of a description that a model is given. */
export const MODEL_DESCRIPTION_CHARACTERS = 4000
/** Characters of a description that a person is asked to look through; nobody reads a longer one. */
export const MAX_DESCRIPTION_CHARACTERS = 20_000
/** Bytes of a schema as JSON. */
export const MAX_SCHEMA_BYTES = 64_000
/** Levels of a schema: what is deeper no model fills in. */
export const MAX_SCHEMA_DEPTH = 12
/** Parts of a schema once its references are put in; one that refers to itself twice on each level has millions. */
export const MAX_SCHEMA_NODES = 2000

/** Pictures of one result. */
export const MAX_PICTURES = 8
/** Blocks of one result beside its text and pictures that are named. */
export const MAX_NAMED = 50
