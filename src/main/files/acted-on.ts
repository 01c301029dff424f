import { isInPlaces, isInsideFolded, runsOf } from './protected-places'

// Names are compared folded, so these are in lower case. An entry with slashes matches that run of folders.

/** What other programs act on by themselves: hooks and settings with commands in them, and what a login starts. */
const actedOn: readonly string[] = [
  // Git runs hooks, and its settings name programs that it runs.
  '.git',
  '.gitconfig',
  '.config/git',
  '.githooks',
  '.husky',
  // Editors run tasks when a folder is opened; assistants start the servers that stand in their settings.
  '.vscode',
  '.idea',
  '.vs',
  '.fleet',
  '.zed',
  '.config/zed',
  '.config/code/user',
  '.devcontainer',
  '.mcp.json',
  '.cursor',
  '.claude',
  '.claude.json',
  'claude_desktop_config.json',
  '.windsurf',
  '.codeium',
  '.continue',
  '.gemini',
  '.codex',
  '.kiro',
  '.roo',
  '.amazonq',
  '.opencode',
  'opencode.json',
  '.vimrc',
  '.gvimrc',
  '.vim',
  '.exrc',
  '.nvimrc',
  '.config/nvim',
  '.emacs',
  '.emacs.d',
  '.config/emacs',
  '.dir-locals.el',
  // So do debuggers.
  '.gdbinit',
  '.lldbinit',
  '.yarnrc.yml',
  // A shell runs these when it starts.
  '.bashrc',
  '.bashrc.d',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.mkshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.logout',
  '.config/fish',
  '.config/nushell',
  '.config/powershell',
  '.config/direnv',
  '.elvish',
  '.config/elvish',
  'documents/powershell',
  'documents/windowspowershell',
  // A login starts these.
  '.xprofile',
  '.xsession',
  '.xsessionrc',
  '.pam_environment',
  '.xinitrc',
  '.config/autostart',
  '.config/systemd',
  '.config/environment.d',
  '.local/share/systemd',
  '.local/share/dbus-1',
  '.config/plasma-workspace',
  '.config/i3',
  '.config/sway',
  '.config/hypr',
  '.config/openbox',
  '.config/awesome',
  '.config/bspwm',
  '.config/qtile',
  '.config/river',
  '.config/niri',
  '.config/labwc',
  // A menu of programs, and what opens a kind of file, start what these say.
  '.local/share/applications',
  'library/launchagents',
  'start menu/programs/startup',
]

const runs = runsOf(actedOn)

/** Whether a canonical path is, or lies in, something that other programs act on by themselves, there or not. */
export function isActedOn(path: string): boolean {
  return isInPlaces(path, runs)
}

/** Canonical places that a program is started from. */
export interface StartedFrom {
  readonly files: readonly string[]
  /** With all that is in them. */
  readonly folders: readonly string[]
}

/** The same for very many paths, where these are acted on too. */
export function actedOnWith(started: readonly StartedFrom[]): (path: string) => boolean {
  const folders = started.flatMap((from) => from.folders)
  const places = [...folders, ...started.flatMap(({ files }) => files)]
  return (path) =>
    isActedOn(path) ||
    folders.some((folder) => isInsideFolded(folder, path)) ||
    // What is put in place of a folder above brings its own.
    places.some((place) => isInsideFolded(path, place))
}
