import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin, Rollup } from 'vite'

const require = createRequire(import.meta.url)

/** A package whose work is in the program, with the terms that it may be used under. */
interface Licence {
  readonly name: string
  readonly version: string
  /** As its package.json says it, an SPDX expression with most; empty where it says none. */
  readonly licence: string
  /** Who made it, as its package.json says; empty where it does not say. */
  readonly author: string
  /** Where it comes from: an address, or empty. */
  readonly source: string
  /** What its licence, its notices and its copyright say; empty where it has none of these files. */
  readonly text: string
}

/** Names of files in which packages say their terms; word lists and fonts have them under names of their own. */
const termFiles = /licen[cs]e|copying|copyright|notice|^ofl\b/iu
const programFiles = /\.(?:[cm]?[jt]s|json|map)$/iu
/** Where the terms begin in a README that has them. */
const readmeTerms = /^#+ *licen[cs]e\b.*$|^licen[cs]e\b.*\n-{3,}$/imu

/** What these packages leave out of theirs, as it stands where they are made. */
const termsElsewhere: Readonly<Record<string, string>> = {
  'onnxruntime-common': 'onnxruntime',
  'onnxruntime-web': 'onnxruntime',
  'remark-math': 'remark-math',
}

/** The builds' part in {@link createLicences}. */
export interface Licences {
  /** Packages that are in the program without being bundled: loaded from their folder, or copied in part. */
  addPackagesOf(imported: readonly string[]): void
  /** Takes in the packages of a build. */
  collect(): Plugin
  /** Writes what was taken in until then into the last of the builds, and what that is made of. */
  write(fileName: string): Plugin
}

/**
 * Puts together under which terms the work of others is in the program. Their licences want their text to go with every
 * copy, and a bundle no longer has the packages that it was made of.
 *
 * @param root what the names of a build's files are relative to: the renderer's folder, which alone has any.
 * @param kept the folder of terms that packages come without, by the licence or by what they are of.
 */
export function createLicences(root: string, kept: string): Licences {
  const folders = new Set<string>()
  const add = (file: string) => {
    const folder = ownFolder(dirname(file))
    if (folder !== null) folders.add(folder)
  }
  const addBuild = (context: Rollup.PluginContext, bundle: Rollup.OutputBundle) => {
    // Of a style that is imported nothing is left in a script, so that every module that was read counts. What styles
    // import themselves is no module; the fonts that they name are files of the build.
    for (const id of context.getModuleIds()) {
      // What the bundler makes itself begins with a NUL; what stands behind a question mark is how a file is read.
      if (!id.startsWith('\0')) add(id.replace(/\?.*$/u, ''))
    }
    for (const output of Object.values(bundle)) {
      if (output.type !== 'asset') continue
      for (const file of output.originalFileNames) add(resolve(root, file))
    }
  }
  return {
    addPackagesOf(imported) {
      for (const path of imported) {
        const folder = packageFolderOf(path)
        folders.add(folder)
        // A program of its own is in a package for the platform, of which the one that fits is installed.
        const { optionalDependencies } = described(join(folder, 'package.json'))
        for (const name of Object.keys(optionalDependencies ?? {})) {
          const installed = findPackage(name)
          if (installed !== null) folders.add(installed)
        }
      }
    },
    collect: () => ({
      name: 'countersign-collect-licences',
      apply: 'build',
      generateBundle(_options, bundle) {
        addBuild(this, bundle)
      },
    }),
    write: (fileName) => ({
      name: 'countersign-write-licences',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_options, bundle) {
          addBuild(this, bundle)
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(listOf(folders, kept)) })
        },
      },
    }),
  }
}

/** The packages by name and version, each version once. */
function listOf(folders: Iterable<string>, kept: string): Licence[] {
  const found = new Map<string, Licence>()
  for (const folder of folders) {
    const licence = licenceIn(folder, kept)
    found.set(`${licence.name}@${licence.version}`, licence)
  }
  return [...found.keys()].sort().flatMap((key) => found.get(key) ?? [])
}

function packageFolderOf(imported: string): string {
  const name = imported.split('/', imported.startsWith('@') ? 2 : 1).join('/')
  const folder = findPackage(name)
  if (folder === null) throw new Error(`The package ${name} is not installed.`)
  return folder
}

function findPackage(name: string): string | null {
  const folders = (require.resolve.paths(name) ?? []).map((folder) => join(folder, name))
  return folders.find((folder) => existsSync(join(folder, 'package.json'))) ?? null
}

/** The folder of the package that a folder is in: the nearest with a package.json that has a name and a version. */
function ownFolder(folder: string): string | null {
  if (!/[/\\]node_modules[/\\]/u.test(folder)) return null
  const file = join(folder, 'package.json')
  // Some packages have a package.json in a folder of theirs that only says what kind of modules are there.
  if (existsSync(file) && 'version' in described(file)) return folder
  return ownFolder(dirname(folder))
}

function licenceIn(folder: string, kept: string): Licence {
  const { name, version, license, licenses, author, repository, homepage } = described(
    join(folder, 'package.json'),
  )
  const said = {
    name: String(name),
    version: String(version),
    licence: [license ?? licenses ?? []]
      .flat()
      .map((one) => partOf(one, 'type'))
      .join(' OR '),
    author: partOf(author, 'name')
      .replace(/[<(].*$/u, '')
      .trim(),
    source: addressOf(partOf(repository, 'url')) || addressOf(String(homepage ?? '')),
  }
  const text = termsIn(folder) || termsKept(said, kept)
  if (text === '')
    throw new Error(`${said.name} ${said.version} says nowhere under which terms it may be used.`)
  return { ...said, text }
}

/** What a package's files say, else its README; empty where neither does. */
function termsIn(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const terms = names.filter((name) => termFiles.test(name) && !programFiles.test(name))
  if (terms.length > 0) return terms.map((name) => read(name).trim()).join('\n\n\n')
  const readme = names.filter((name) => /^readme/iu.test(name)).map(read)[0] ?? ''
  const begins = readme.search(readmeTerms)
  const section = begins === -1 ? '' : readme.slice(begins).trim()
  return section.includes('Permission is hereby granted') ? section : ''
}

/** The terms of a package that does not carry them, as far as they are kept; empty where they are not. */
function termsKept({ name, licence, author }: Omit<Licence, 'text'>, folder: string): string {
  const kept = (file: string) => {
    const path = join(folder, `${file}.txt`)
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  }
  const elsewhere = termsElsewhere[name]
  if (elsewhere !== undefined) return kept(elsewhere)
  // The usual text of the licence that it names, which leaves open whose it is.
  const usual = licence === '' ? '' : kept(licence)
  return usual === '' || author === '' ? usual : `Copyright (c) ${author}\n\n${usual}`
}

/** What package.json says as a text, or as an object that has it in one of its parts. */
function partOf(said: unknown, part: string): string {
  const value = typeof said === 'object' && said !== null ? Reflect.get(said, part) : said
  return typeof value === 'string' ? value : ''
}

/** A repository's address as a browser opens it; empty where there is none. */
function addressOf(said: string): string {
  const address = said
    .replace(/^git\+/u, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/u, 'https://')
    .replace(/\.git$/u, '')
  if (/^https?:\/\//u.test(address)) return address
  const onGithub = /^(?:github:|git@github\.com:)?([\w.-]+\/[\w.-]+)$/u.exec(address)
  return onGithub ? `https://github.com/${onGithub[1]}` : ''
}

function described(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8'))
}
