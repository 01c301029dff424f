import { quoted } from '../text/quoted'

/** What the tools for commands propose, and what a person is told of it. */
export const commandSentences = {
  'commands.run': ({ line, shell, folder }: { line: string; shell: boolean; folder: string }) =>
    `Run ${shell ? 'in the shell: ' : ''}${quoted(line)} in ${quoted(folder)}`,
  'commands.stop': ({ line, folder }: { line: string; folder: string }) =>
    `Stop ${quoted(line)} in ${quoted(folder)}`,
  'commands.no_undo': () => 'What a command does can’t be undone.',
  'commands.interrupted': () =>
    'The command was interrupted. It may have run in part or to its end, and may still run; what it did can’t be undone. Look before running it again.',
  'commands.unfinished': () => 'What it has not finished is lost. This can’t be undone.',
  /** `because` names the reason, of which `why` is a sentence. */
  'commands.unconfined': ({ why }: { why: string; because: string }) =>
    `It runs without a sandbox: it can read and change everything that your account can, passwords and keys such as .env files too, and use the network. ${why}`,
  'commands.in_sandbox': ({ grant, network }: { grant: string; network: boolean }) =>
    `It runs in a sandbox: it can change files in ${quoted(grant)} alone, and ${network ? 'can use the network' : 'has no network'}. Known places of passwords and keys are kept out of its sight, in that folder too; what is put there while it runs is not.`,
}
