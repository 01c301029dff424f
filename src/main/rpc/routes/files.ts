import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { namedFiles } from '../../files/named-files'
import type { FileService } from '../../files/service'
import type { Host } from '../../host'
import type { FolderGrants } from '../../services/folder-grants'
import { grantSource } from '../add-to-library'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

/** What the contract says of folders that tools may touch, and of files in them. */
export function fileRoutes(
  os: Procedures,
  {
    files,
    grants,
    host,
    calls,
  }: {
    readonly files: Pick<FileService, 'find'>
    readonly grants: FolderGrants
    readonly host: Host
    readonly calls: CallsUnderWay
  },
) {
  return {
    grants: os.files.grants.handler(() => [...grants.list()]),
    grant: os.files.grant.handler(({ input, context }) =>
      grants.grant(input.path, input.access, grantSource(context.actor)),
    ),
    revoke: os.files.revoke.handler(({ input }) => {
      grants.revoke(input.id)
      return { id: input.id }
    }),
    chooseFolder: os.files.chooseFolder.handler(async () => {
      const path = await nativeDialogs(host).chooseFolder()
      return path === null ? null : { path }
    }),
    named: os.files.named.handler(async ({ input, signal }) => ({
      files: await namedFiles({ files, grants }, input, calls.signalOf(signal)),
    })),
    chooseTarget: os.files.chooseTarget.handler(async ({ input }) => {
      const path = await nativeDialogs(host).chooseTarget(input.name)
      return path === null ? null : { path }
    }),
    chooseFiles: os.files.chooseFiles.handler(async () => ({
      paths: [...(await nativeDialogs(host).chooseFiles())],
    })),
  }
}

function nativeDialogs(host: Host) {
  if (host.dialogs === null) {
    throw new AppError('unsupported', say('host.no_dialogs'))
  }
  return host.dialogs
}
