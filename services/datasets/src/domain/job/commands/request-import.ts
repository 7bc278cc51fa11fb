import { datasetJobCommands, datasetJobStreamEvents } from '@cairn/contracts';
import { isRefusal, type Refusal, refuse, serviceCommand } from '@cairn/kernel';
import { unfinishedImports } from '../../../read-models/jobs/unfinished.js';
import { givenParents, type Parents } from '../../parents.js';
import { datasetJob } from '../state.js';

/** Asks for an import; the bytes are among the blobs already. One import at a time goes into a version. */
export const requestImport = serviceCommand(
  datasetJobCommands.requestImport,
  ({ dataset_id, version_id, file, format, options }, context) => {
    const id = context.id('job');
    const given = async (): Promise<Parents | Refusal> => {
      const parents = await givenParents(context, { dataset_id, version_id }, 'write')();
      if (isRefusal(parents) || options.dry_run) return parents;
      return (await unfinishedImports(context.tools.documents, version_id))
        ? refuse('import_running', 'Another import into this version has not finished.')
        : parents;
    };
    return context.execute(datasetJob, id, {
      given,
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
  },
);
