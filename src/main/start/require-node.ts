/** The Node-API that the database is built for: an older Node ends in a segmentation fault, without a word. */
const NEEDED_NODE_API = 10
/** The first Node that has it, and all else that is used. */
const NEEDED_NODE = '22.15'

/** Ends a program that was started with too old a Node by a sentence; nothing that such a Node can't load is loaded before. */
export function requireNode(): void {
  const { napi, node } = process.versions
  if (Number(napi) >= NEEDED_NODE_API) return
  process.stderr.write(
    `Countersign needs Node ${NEEDED_NODE} or newer, and this is Node ${node}. In its folder, this finds one that fits: npm run -s countersign -- COMMAND\n`,
  )
  process.exit(1)
}
