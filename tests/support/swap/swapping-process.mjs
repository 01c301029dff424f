import { linkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

// As fast as it can: a folder, a folder in it and a file make way for links that lead out, and come back.
const [parent = '', outside = ''] = process.argv.slice(2)
const leaf = join(parent, 'a.txt')
const inner = join(parent, 'sub')

const swaps = [
  [parent, () => symlinkSync(outside, parent)],
  [inner, () => symlinkSync(join(outside, 'sub'), inner)],
  [leaf, () => symlinkSync(join(outside, 'a.txt'), leaf)],
  [leaf, () => linkSync(join(outside, 'a.txt'), leaf)],
]

/** Names come and go under it: what is not there now may be the next time. */
function tryTo(act) {
  try {
    act()
    return true
  } catch {
    return false
  }
}

/** Some turns of nothing, so that the application gets through now and then. */
function idle() {
  const until = process.hrtime.bigint() + BigInt(Math.floor(Math.random() * 3_000_000))
  while (process.hrtime.bigint() < until);
}

process.stdout.write('ready\n')
for (;;) {
  for (const [path, put] of swaps) {
    if (tryTo(() => renameSync(path, `${path}.held`))) {
      tryTo(put)
      if (Math.random() < 0.5) idle()
      tryTo(() => unlinkSync(path))
      tryTo(() => renameSync(`${path}.held`, path))
    }
    idle()
  }
}
