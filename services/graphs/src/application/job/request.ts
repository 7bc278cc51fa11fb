import { type ErrorCode, graphJobCommands, graphJobStreamEvents } from '@cairn/contracts';
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
import { schemaInForce } from '../../domain/content/schema/index.js';
import { graphKind } from '../../domain/graph/state.js';
import { graphJob, type GraphJobRequest, graphJobs } from '../../domain/job/state.js';
import { schemaText } from '../../domain/schema.js';
import { graphVersionKind } from '../../domain/version/state.js';
import { type ContentIds, givenRules } from '../content/parents.js';

const RETRY_SECONDS = 5;

type Asked = Pick<GraphJobRequest, 'kind'> & { readonly name: string } & Partial<
    Pick<GraphJobRequest, 'on_error' | 'options' | 'undoes' | 'schema'>
  > & { readonly file?: NonNullable<GraphJobRequest['file']> };

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

type OneOfVersion = OneAtATime<JobDocument & Partial<GraphJobRequest>>;

const unfinished = (code: ErrorCode, job: string, where = ''): Refusal => ({
  ...refuse(code, `The job /api/v1/jobs/${job}${where} has not finished.`),
  retryAfterSeconds: RETRY_SECONDS,
});

const WRITING: readonly (GraphJobRequest['kind'] | undefined)[] = ['import_graph', 'undo_import'];

/** One import, or undoing of one, at a time works on a version; one that stores nothing takes no place. */
const oneWriterOf = (version_id: string, id: string): OneOfVersion => ({
  kind: graphJobs,
  id,
  place: `graphs/job/${version_id}`,
  fields: { version_id },
  takes: ({ kind, options }) => WRITING.includes(kind) && options?.dry_run !== true,
  refused: (running) => unfinished('import_running', running, ' on this version'),
});

type ReadingKind = 'measure_graph' | 'validate_graph';

/** Work that changes nothing is done once at a time on a version, whatever is written meanwhile. */
const oneReaderOf = (version_id: string, id: string, wanted: ReadingKind): OneOfVersion => ({
  kind: graphJobs,
  id,
  place: `graphs/${wanted}/${version_id}`,
  fields: { version_id, kind: wanted },
  takes: () => true,
  refused: (running) => unfinished('job_running', running, ' on this version'),
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
      : oneAtATime(context, oneWriterOf(ids.version_id, id), ask);
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
  return isJobOver(job) ? undefined : unfinished('import_running', jobId);
};

const requestUndo = serviceCommand(graphJobCommands.requestUndo, ({ job_id, on_error, ...ids }, context) => {
  const id = context.id('job');
  const ask = asking(context, id, ids, { kind: 'undo_import', name: 'undo', on_error, undoes: job_id });
  return oneAtATime(context, oneWriterOf(ids.version_id, id), (other) =>
    ask(async () => (await notUndone(context, job_id, ids)) ?? other()),
  );
});

const requestMeasure = serviceCommand(graphJobCommands.requestMeasure, (ids, context) => {
  const id = context.id('job');
  const ask = asking(context, id, ids, { kind: 'measure_graph', name: 'statistics' });
  return oneAtATime(context, oneReaderOf(ids.version_id, id, 'measure_graph'), ask);
});

/** The schema that is in force in a version; empty where there is none. */
const inForce = async ({ load }: CommandContext, { id, version_id }: ContentIds): Promise<string> => {
  const [graph, version] = [
    await load(graphKind.aggregate, id),
    await load(graphVersionKind.aggregate, version_id),
  ];
  // Then the request is refused, as nobody may write there.
  if (graph.status === 'none' || version.status === 'none') return '';
  return schemaInForce({ graph, version }).schema;
};

const requestValidation = serviceCommand(
  graphJobCommands.requestValidation,
  async ({ schema: sent, ...ids }, context) => {
    const id = context.id('job');
    const schema = sent === undefined ? await inForce(context, ids) : schemaText(sent, '/schema');
    if (isRefusal(schema)) return schema;
    const ask = asking(context, id, ids, { kind: 'validate_graph', name: 'validation', schema });
    return oneAtATime(context, oneReaderOf(ids.version_id, id, 'validate_graph'), (other) =>
      ask(async () => (schema === '' ? refuse('no_schema', NO_SCHEMA) : other())),
    );
  },
);

const NO_SCHEMA = 'Neither the version nor its graph has a schema: send one as `schema`.';

/** Asks for work on the content of a version. */
export const requestCommands: readonly ServiceCommand[] = [
  requestImport,
  requestUndo,
  requestMeasure,
  requestValidation,
];
