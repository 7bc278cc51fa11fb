import { graphJobCommands, graphJobStreamEvents } from '@cairn/contracts';
import {
  type CommandContext,
  type Executed,
  isJobOver,
  isRefusal,
  type JobDocument,
  type OneAtATime,
  oneAtATime,
  type Refusal,
  refuse,
  requesterOf,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { graphJob, type GraphJobRequest, graphJobs } from '../../domain/job/state.js';
import { type ContentIds, givenRules } from '../content/parents.js';

const RETRY_SECONDS = 5;

type Asked = Omit<GraphJobRequest, 'graph_id' | 'version_id' | 'file' | 'options' | 'undoes'> & {
  readonly name: string;
} & Partial<Pick<GraphJobRequest, 'options' | 'undoes'>> & {
    readonly file?: NonNullable<GraphJobRequest['file']>;
  };

/** Asks for work on the content of a version, for who may write its graph; `also` may refuse it. */
const asking =
  (context: CommandContext, id: string, { id: graph_id, version_id }: ContentIds, asked: Asked) =>
  (also: () => Promise<Refusal | undefined>): Promise<Executed> =>
    context.execute(graphJob, id, {
      given: async () => {
        const rules = await givenRules(context, { id: graph_id, version_id });
        return isRefusal(rules) ? rules : also();
      },
      decide: () => [
        graphJobStreamEvents.GraphJobRequested.of({
          ...{ id, graph_id, version_id },
          user_id: context.principal.userId,
          requester: requesterOf(context.principal),
          ...asked,
        }),
      ],
    });

/** One import, or undoing of one, at a time works on a version; one that stores nothing takes no place. */
const oneOfVersion = (
  version_id: string,
  id: string,
): OneAtATime<JobDocument & Partial<GraphJobRequest>> => ({
  kind: graphJobs,
  id,
  place: `graphs/job/${version_id}`,
  fields: { version_id },
  takes: ({ options }) => options?.dry_run !== true,
  refused: (running) => ({
    ...refuse('import_running', `The job /api/v1/jobs/${running} on this version has not finished.`),
    retryAfterSeconds: RETRY_SECONDS,
  }),
});

const requestImport = serviceCommand(
  graphJobCommands.requestImport,
  ({ file, options, on_error, ...ids }, context) => {
    const id = context.id('job');
    const ask = asking(context, id, ids, {
      kind: 'import_graph',
      name: file.file_name,
      on_error,
      file,
      options,
    });
    return options.dry_run
      ? ask(async () => undefined)
      : oneAtATime(context, oneOfVersion(ids.version_id, id), ask);
  },
);

/** Why the changes of a job cannot be undone: it is none of the version, or is not over. */
const notUndone = async (
  { load }: CommandContext,
  jobId: string,
  { id, version_id }: ContentIds,
): Promise<Refusal | undefined> => {
  const job = await load(graphJob, jobId);
  if (job.status === 'none' || job.graph_id !== id || job.version_id !== version_id)
    return refuse('job_not_found', 'The version has no such job.');
  return isJobOver(job)
    ? undefined
    : {
        ...refuse('import_running', `The job /api/v1/jobs/${jobId} has not finished.`),
        retryAfterSeconds: RETRY_SECONDS,
      };
};

const requestUndo = serviceCommand(graphJobCommands.requestUndo, ({ job_id, on_error, ...ids }, context) => {
  const id = context.id('job');
  const ask = asking(context, id, ids, { kind: 'undo_import', name: 'undo', on_error, undoes: job_id });
  return oneAtATime(context, oneOfVersion(ids.version_id, id), (other) =>
    ask(async () => (await notUndone(context, job_id, ids)) ?? other()),
  );
});

/** Asks for an import, and for the undoing of one. */
export const requestCommands: readonly ServiceCommand[] = [requestImport, requestUndo];
