import { linkSync, mkdirSync, renameSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs'

// As fast as it can: things make way for links that lead out, for another folder or for nothing, and come back.
// [path, 'link' | 'hard link' | 'folder' | 'nothing', where the link leads][]
const swaps = JSON.parse(process.argv[2] ?? '[]')

const puts = {
  link: (path, to) => symlinkSync(to, path),
  'hard link': (path, to) => linkSync(to, path),
  folder: (path) => mkdirSync(path),
  nothing: () => undefined,
}

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
  for (const [path, way, to] of swaps) {
    if (tryTo(() => renameSync(path, `${path}.held`))) {
      tryTo(() => puts[way](path, to))
      if (Math.random() < 0.5) idle()
      if (way === 'folder') tryTo(() => rmdirSync(path))
      else if (way !== 'nothing') tryTo(() => unlinkSync(path))
      tryTo(() => renameSync(`${path}.held`, path))
    }
    idle()
  }
}
