import { datasetJobCommands, datasetJobStreamEvents } from '@cairn/contracts';
import {
  type CommandContext,
  type Executed,
  isRefusal,
  type JobDocument,
  type OneAtATime,
  oneAtATime,
  refuse,
  requesterOf,
  type Refusal,
  serviceCommand,
} from '@cairn/kernel';
import { givenParents } from '../parents.js';
import { datasetVersion } from '../../domain/version/state.js';
import { datasetJob, datasetJobs, type JobRequest } from '../../domain/job/state.js';

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

const RETRY_SECONDS = 5;

const isDryRun = ({ options }: JobDocument & Partial<Pick<JobRequest, 'options'>>): boolean =>
  options?.dry_run === true;

/** One import at a time goes into a version; one that is not stored takes no place. */
const oneImport = (
  version_id: string,
  id: string,
): OneAtATime<JobDocument & Partial<Pick<JobRequest, 'options'>>> => ({
  kind: datasetJobs,
  id,
  place: `datasets/import/${version_id}`,
  fields: { version_id },
  takes: (job) => job.kind === 'import' && !isDryRun(job),
  refused: refusedFor,
});

const refusedFor = (running: string): Refusal => ({
  ...refuse('import_running', `The import /api/v1/jobs/${running} into this version has not finished.`),
  retryAfterSeconds: RETRY_SECONDS,
});

/** Asks for an import; the bytes are among the blobs already. */
export const requestImport = serviceCommand(
  datasetJobCommands.requestImport,
  async ({ dataset_id, version_id, file, format, options }, context) => {
    const id = context.id('job');
    const version = await versionChecked(context, id, { dataset_id, version_id });
    if (isRefusal(version)) return version;
    const ask = (given: () => Promise<Refusal | undefined>): Promise<Executed> =>
      context.execute(datasetJob, id, {
        given,
        decide: () => [
          datasetJobStreamEvents.DatasetJobRequested.of({
            id,
            kind: 'import',
            dataset_id,
            version_id,
            user_id: context.principal.userId,
            requester: requesterOf(context.principal),
            name: file.file_name,
            file,
            options,
            ...(format === undefined ? {} : { format }),
          }),
        ],
      });
    const requested = options.dry_run
      ? await ask(async () => undefined)
      : await oneAtATime(context, oneImport(version_id, id), ask);
    if (isRefusal(requested)) return requested;
    return { ...requested, stream: version.stream, revision: version.revision };
  },
);
