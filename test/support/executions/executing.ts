import { setTimeout as pause } from 'node:timers/promises';
import { type Client, ProblemError } from '@cairn/client';
import type { Workflow, WorkflowExecution, WorkflowExecutionResponse } from '@cairn/contracts';
import type { Person } from '../people.js';
import type { ServedCairn } from '../topology.js';
import { twoNumbersModel } from '../two-numbers.js';
import { type DrawnCanvas, type ModelName, MODELS } from './canvases.js';

type Caller = Pick<Person, 'client'>;

export interface UploadedModel {
  readonly id: string;
  readonly version: string;
}

/** A model with the names of its classes. */
export const uploadedModel = async (
  { client }: Caller,
  body: { readonly name: string; readonly config?: string },
  content: Uint8Array<ArrayBuffer>,
  labels: readonly string[],
): Promise<UploadedModel> => {
  const { body: model } = await client.call('createModel', { body });
  const params = { id: model.id };
  const contentType = 'application/octet-stream';
  const file = { name: 'model.onnx', contentType, content };
  const { body: version } = await client.call('uploadModel', {
    params,
    query: { asset_type: 'onnx_model' },
    file,
  });
  const names = { name: 'labels.txt', contentType, content: `${labels.join('\n')}\n` };
  await client.call('uploadModel', { params, query: { asset_type: 'labels_file' }, file: names });
  return { id: model.id, version: version.id };
};

export type DrawnModels = Readonly<Record<ModelName, UploadedModel>>;

/** The models of the canvases that tests draw. Their file is nobody else's. */
export const drawnModels = async (person: Person): Promise<DrawnModels> => {
  const make = (name: ModelName): Promise<UploadedModel> =>
    uploadedModel(person, { name }, twoNumbersModel(`${name} of ${person.id}`), MODELS[name]);
  return { walker: await make('walker'), turner: await make('turner') };
};

/** A canvas as `nodes` and `edges` of a body, under the names of its nodes. */
const graphOf = (canvas: DrawnCanvas, models: Readonly<Record<ModelName, { readonly id: string }>>) => ({
  nodes: canvas.map(({ name, model, on_failure }) => ({
    ...{ id: name, name, on_failure },
    ...(model === undefined ? {} : { entity_type: 'model' as const, entity_id: models[model].id }),
  })),
  edges: canvas.flatMap(({ name, after }) =>
    after.map((begin_node_id) => ({ begin_node_id, end_node_id: name })),
  ),
});

export const drawnWorkflow = async (
  { client }: Caller,
  name: string,
  canvas: DrawnCanvas,
  models: DrawnModels,
): Promise<Workflow> =>
  (await client.call('createWorkflow', { body: { name, ...graphOf(canvas, models) } })).body;

export interface Asked {
  readonly workflow: string;
  readonly text: string;
  /** Sent again with it, it is the same execution. */
  readonly key?: string;
  /** The answer is waited for so long, s; 0: it is not. */
  readonly wait?: number;
}

const headersOf = ({ key, wait = 0 }: Pick<Asked, 'key' | 'wait'>): Record<string, string> => ({
  ...(key === undefined ? {} : { 'idempotency-key': key }),
  ...(wait === 0 ? {} : { prefer: `wait=${wait}` }),
});

/** Asks for an execution over a text; answers its id. */
export const execute = async (client: Client, asked: Asked): Promise<string> => {
  const params = { id: asked.workflow };
  const call = { params, body: { single_input: asked.text }, headers: headersOf(asked) };
  return (await client.call('executeWorkflow', call)).body.execution_id;
};

/** The same over a file, sent as a form. */
export const executeFile = async (
  { baseUrl }: Pick<ServedCairn, 'baseUrl'>,
  { token }: Pick<Person, 'token'>,
  workflow: string,
  file: File,
): Promise<string> => {
  const body = new FormData();
  body.append('file', file);
  const response = await fetch(`${baseUrl}/api/v1/workflows/${workflow}/execute`, {
    ...{ method: 'POST', body, headers: { authorization: `Bearer ${token}` } },
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new ProblemError('executeWorkflow', response.status, response.headers, answer);
  return (answer as WorkflowExecutionResponse).execution_id;
};

const BETWEEN_MS = 50;

/** Reads an execution again and again until it is so. */
export const executionWhen = async (
  { client }: Caller,
  { workflow, execution }: { readonly workflow: string; readonly execution: string },
  isSo: (execution: WorkflowExecution) => boolean,
): Promise<WorkflowExecution> => {
  const params = { id: workflow, execution_id: execution };
  for (;;) {
    const { body } = await client.call('getWorkflowExecution', { params });
    if (isSo(body)) return body;
    await pause(BETWEEN_MS);
  }
};

export const isOver = ({ status }: Pick<WorkflowExecution, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
