import { datasetJobCommands, datasetJobStreamEvents } from '@cairn/contracts';
import {
  type CommandContext,
  type Executed,
  isJobOver,
  isRefusal,
  Mutex,
  refuse,
  requesterOf,
  type Refusal,
  serviceCommand,
} from '@cairn/kernel';
import { unfinishedImport } from '../../read-models/jobs/unfinished.js';
import { givenParents } from '../parents.js';
import { datasetVersion } from '../../domain/version/state.js';
import { datasetJob } from '../../domain/job/state.js';

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

/**
 * Another import that has the version, by its id. What asks first holds the version in a register, for documents lag
 * behind the log; a job that is over holds nothing.
 */
const otherImport = async (
  context: CommandContext,
  versionId: string,
  jobId: string,
  hold: Mutex,
): Promise<string | undefined> => {
  const hinders = async (id: string | undefined): Promise<boolean> =>
    id !== undefined && id !== jobId && !(await isOver(id, context));
  const running = await unfinishedImport(context.tools.documents, versionId);
  if (await hinders(running)) return running;
  let holder: string | undefined;
  const taken = await hold.take(jobId, (held) =>
    hinders((holder = typeof held === 'string' ? held : undefined)),
  );
  return taken ? undefined : holder;
};

/** A job that is not in the log is still on its way there. */
const isOver = async (jobId: string, { load }: CommandContext): Promise<boolean> =>
  isJobOver(await load(datasetJob, jobId));

const refusedFor = (running: string): Refusal => ({
  ...refuse('import_running', `The import /api/v1/jobs/${running} into this version has not finished.`),
  retryAfterSeconds: RETRY_SECONDS,
});

/**
 * Asks for an import; the bytes are among the blobs already. One import at a time goes into a version; one that is not
 * stored holds nothing.
 */
export const requestImport = serviceCommand(
  datasetJobCommands.requestImport,
  async ({ dataset_id, version_id, file, format, options }, context) => {
    const id = context.id('job');
    const version = await versionChecked(context, id, { dataset_id, version_id });
    if (isRefusal(version)) return version;
    const hold = new Mutex(context.tools.registers, `datasets/import/${version_id}`);
    const requested = await hold.during(() =>
      context.execute(datasetJob, id, {
        given: async () => {
          const running = options.dry_run ? undefined : await otherImport(context, version_id, id, hold);
          return running === undefined ? undefined : refusedFor(running);
        },
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
      }),
    );
    if (isRefusal(requested)) return requested;
    return { ...requested, stream: version.stream, revision: version.revision };
  },
);
