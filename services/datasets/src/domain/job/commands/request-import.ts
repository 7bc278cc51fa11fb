import { datasetJobCommands, datasetJobStreamEvents } from '@cairn/contracts';
import { type CommandContext, type Executed, isRefusal, refuse, serviceCommand } from '@cairn/kernel';
import { unfinishedImports } from '../../../read-models/jobs/unfinished.js';
import { givenParents } from '../../parents.js';
import { datasetVersion } from '../../version/state.js';
import { datasetJob } from '../state.js';

/**
 * Whether the version may be written to and is the one that `If-Match` speaks of. Nothing is appended; a job that is
 * there already was looked at when it was asked for.
 */
export const versionChecked = async (
  context: CommandContext,
  jobId: string,
  ids: { readonly dataset_id: string; readonly version_id: string },
): Promise<Executed> => {
  const asked = (await context.load(datasetJob, jobId)).status !== 'none';
  const look = asked ? context.execute : context.executeAddressed;
  return look(datasetVersion, ids.version_id, {
    given: givenParents(context, ids, 'write'),
    decide: () => [],
  });
};

/** Asks for an import; the bytes are among the blobs already. One import at a time goes into a version. */
export const requestImport = serviceCommand(
  datasetJobCommands.requestImport,
  async ({ dataset_id, version_id, file, format, options }, context) => {
    const id = context.id('job');
    const version = await versionChecked(context, id, { dataset_id, version_id });
    if (isRefusal(version)) return version;
    const requested = await context.execute(datasetJob, id, {
      given: async () =>
        !options.dry_run && (await unfinishedImports(context.tools.documents, version_id))
          ? refuse('import_running', 'Another import into this version has not finished.')
          : undefined,
      decide: () => [
        datasetJobStreamEvents.DatasetJobRequested.of({
          id,
          kind: 'import',
          dataset_id,
          version_id,
          user_id: context.principal.userId,
          name: file.file_name,
          file,
          options,
          ...(format === undefined ? {} : { format }),
        }),
      ],
    });
    if (isRefusal(requested)) return requested;
    return { ...requested, stream: version.stream, revision: version.revision };
  },
);
