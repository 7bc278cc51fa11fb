/** A workflow is executed, fails, is retried, outlives a kill, is executed by a colleague, and is told of years later. */
import { createHash } from 'node:crypto';
import type { WorkflowExecution } from '@cairn/contracts';
import { chain, type DrawnCanvas } from '../support/executions/canvases.js';
import { differencesOf } from '../support/executions/comparing.js';
import { wholeList, wrongEffects } from '../support/executions/effects.js';
import {
  type DrawnModels,
  drawnModels,
  drawnWorkflow,
  execute,
  executeFile,
  executionWhen,
  isOver,
  uploadedModel,
} from '../support/executions/executing.js';
import { bytesOf, plainPicture } from '../support/files.js';
import { arrivedMails, shareTokenIn } from '../support/mailbox.js';
import { onnxFile } from '../support/onnx-file.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

/** The mean of each colour of a picture, as three classes. */
const coloursModel = (): Uint8Array<ArrayBuffer> =>
  onnxFile({
    input: { name: 'image', type: 'float32', shape: ['N', 3, 4, 4] },
    nodes: [
      { operation: 'GlobalAveragePool', inputs: ['image'], output: 'means' },
      { operation: 'Flatten', inputs: ['means'], output: 'logits' },
    ],
    weights: [],
    output: { name: 'logits', type: 'float32', shape: ['N', 3] },
  });

/** Two models, and a node behind both. */
const JOINED: DrawnCanvas = [
  { name: 'begin', on_failure: 'stop', after: [] },
  { name: 'one', model: 'walker', on_failure: 'stop', after: ['begin'] },
  { name: 'other', model: 'turner', on_failure: 'stop', after: ['begin'] },
  { name: 'join', on_failure: 'stop', after: ['one', 'other'] },
];
/** What the second model is told by the first is no two numbers. */
const FAILING: DrawnCanvas = [
  { name: 'first', model: 'walker', on_failure: 'stop', after: [] },
  { name: 'cannot read', model: 'turner', on_failure: 'stop', after: ['first'] },
  { name: 'beside', model: 'turner', on_failure: 'stop', after: [] },
  { name: 'last', on_failure: 'stop', after: ['cannot read', 'beside'] },
];
/** So long that a process can be killed in the middle. */
const LONG = chain(120);
/** Two long executions and a start of a dozen processes, on a machine that others use. */
const LONGEST_MS = 600_000;
/** Seconds, the longest that an answer waits. */
const WAIT = 30;

describe.each(topologies)('a workflow that is executed, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let ben: Person;
  let models: DrawnModels;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, ben] = [await somebody(cairn), await somebody(cairn, 'ben')];
    models = await drawnModels(ada);
  });
  afterAll(() => cairn.remove());

  const drawn = async (canvas: DrawnCanvas): Promise<string> =>
    (await drawnWorkflow(ada, 'Cliff watch', canvas, models)).id;
  const ended = (workflow: string, execution: string, who = ada): Promise<WorkflowExecution> =>
    executionWhen(who, { workflow, execution }, isOver);
  const executed = async (workflow: string, text: string, who = ada): Promise<WorkflowExecution> =>
    ended(workflow, await execute(who.client, { workflow, text, wait: WAIT }), who);
  const nodeNamed = ({ node_executions: nodes = [] }: WorkflowExecution, name: string) =>
    nodes.find((node) => node.node_name === name);

  it('over a text: two models, and what they say together', async () => {
    const execution = await executed(await drawn(JOINED), '3,0');
    expect(execution).toMatchObject({ status: 'completed', input_mode: 'single', single_input: '3,0' });
    expect(execution.results).toMatchObject({
      join: { one: { prediction: '0,3' }, other: { prediction: '1,1' } },
    });
    expect(differencesOf({ name: 'joined', given: '3,0', canvas: JOINED }, execution)).toEqual([]);
    expect(execution.progress).toMatchObject({
      phase: 'over',
      nodes_total: 4,
      nodes_completed: 4,
      percent: 100,
    });
  });

  it('over a picture: one model sees its colour, another reads what that says', async () => {
    const config = JSON.stringify({ task: 'image-classification' });
    const sees = await uploadedModel(ada, { name: 'colours', config }, coloursModel(), ['3,0', '0,3', '1,1']);
    const entity = (entity_id: string) => ({ entity_type: 'model' as const, entity_id });
    const body = {
      name: 'Colours',
      nodes: [
        { id: 'camera', name: 'camera' },
        { id: 'sees', name: 'sees', ...entity(sees.id) },
        { id: 'reads', name: 'reads', ...entity(models.walker.id) },
        { id: 'join', name: 'join' },
      ],
      edges: [
        { begin_node_id: 'camera', end_node_id: 'sees' },
        { begin_node_id: 'sees', end_node_id: 'reads' },
        { begin_node_id: 'sees', end_node_id: 'join' },
        { begin_node_id: 'reads', end_node_id: 'join' },
      ],
    };
    const { body: workflow } = await ada.client.call('createWorkflow', { body });
    const content = plainPicture([20, 200, 40]);
    const file = new File([content], 'green.png', { type: 'image/png' });
    const execution = await ended(workflow.id, await executeFile(cairn, ada, workflow.id, file));
    expect(execution).toMatchObject({
      ...{ status: 'completed', input_mode: 'file', input_file_name: 'green.png' },
      results: { join: { sees: { prediction: '0,3' }, reads: { prediction: '1,1' } } },
    });
    const sent = await ada.client.send({
      method: 'GET',
      path: `/api/v1/workflows/${workflow.id}/executions/${execution.id}/input-file`,
    });
    const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    expect(hash(await bytesOf(sent.body))).toBe(hash(content));
  });

  it('says which node failed and why; retried with one setting changed, it does that node alone again', async () => {
    const workflow = await drawn(FAILING);
    const first = await executed(workflow, '1,1');
    const failed = nodeNamed(first, 'cannot read');
    expect(first).toMatchObject({
      ...{ status: 'failed', error_code: 'node_failed', error: 'The node "cannot read" failed.' },
      ...{ failed_node_id: failed?.node_id, results: {} },
    });
    expect(failed).toMatchObject({ status: 'failed', error_code: 'model_input_invalid' });
    expect(failed?.error).toMatch(/takes 2 values/);
    expect(nodeNamed(first, 'last')?.status).toBe('skipped');

    const params = { id: workflow, execution_id: first.id };
    const nodes = [{ node_id: first.failed_node_id!, on_failure: 'continue' }];
    const headers = { prefer: `wait=${WAIT}` };
    await ada.client.call('retryWorkflowExecution', { params, headers, body: { nodes } });
    const second = await ended(workflow, first.id);
    expect(second).toMatchObject({ status: 'completed', progress: { run: 2 }, pins: first.pins });
    expect(second).not.toHaveProperty('failed_node_id');
    expect(second.results).toMatchObject({ last: { 'cannot read': null, beside: { prediction: '0,3' } } });
    expect(nodeNamed(second, 'first')).toEqual(nodeNamed(first, 'first'));
    expect(nodeNamed(second, 'cannot read')).toMatchObject({ status: 'failed', attempt: 2 });
    // On the canvas it is as it was.
    expect(await executed(workflow, '1,1')).toMatchObject({ status: 'failed' });
  });

  it(
    'R6: killed in the middle, it ends as if nothing had happened, and each node has asked once',
    async () => {
      const eve = await somebody(cairn, 'eve');
      const { id: workflow } = await drawnWorkflow(eve, 'Long', LONG, await drawnModels(eve));
      const undisturbed = await executed(workflow, '3,0', eve);
      expect(undisturbed.status).toBe('completed');
      const execution = await execute(eve.client, { workflow, text: '3,0' });
      const asked = { workflow, execution };
      const middle = await executionWhen(eve, asked, ({ progress }) => (progress?.nodes_completed ?? 0) > 1);
      expect(middle.status).toBe('running');
      await cairn.end('SIGKILL');
      await cairn.again();
      const killed = await ended(workflow, execution, eve);
      const canvas = idsIn(await activeVersion(workflow, eve));
      expect(lasting(killed, canvas)).toEqual(lasting(undisturbed, canvas));
      expect(await wrongEffects(eve, [undisturbed, killed])).toEqual([]);
    },
    LONGEST_MS,
  );

  const activeVersion = async (workflow: string, { client } = ada) => {
    const { body } = await client.call('getWorkflow', { params: { id: workflow } });
    const params = { workflow_id: workflow, id: body.active_version_id };
    return (await client.call('getWorkflowVersion', { params })).body;
  };
  it('by a colleague who may not use its models: hers is hers, and what they said within is not told', async () => {
    const { id: workflow } = await drawnWorkflow(ada, 'Shared', JOINED, models);
    const share = { email: ben.email, role_slug: 'share_viewer' as const };
    await ada.client.call('createWorkflowShare', { params: { id: workflow }, body: share });
    const [mail = ''] = await arrivedMails(cairn, ben.email);
    await ben.client.call('acceptShare', { params: { token: shareTokenIn(mail) } });
    const model = await ben.client.try('getModel', { params: { id: models.walker.id } });
    expect(model.status).toBe(404);
    const own = await executed(workflow, '3,0');
    const his = await executed(workflow, '0,3', ben);
    expect(his).toMatchObject({
      ...{ status: 'completed', user_id: ben.id },
      results: { join: { one: { prediction: '1,1' }, other: { prediction: '3,0' } } },
    });
    expect(nodeNamed(his, 'one')).toMatchObject({ status: 'completed', input_preview: '0,3' });
    expect(nodeNamed(his, 'one')).not.toHaveProperty('output_preview');
    expect(nodeNamed(his, 'join')).not.toHaveProperty('input_preview');
    expect(nodeNamed(his, 'join')?.output_preview).toContain('"prediction":"1,1"');
    expect(await wrongEffects(ben, [his])).toEqual([]);

    const params = { id: workflow };
    const seen = async ({ client }: Person): Promise<readonly string[]> =>
      (await wholeList(client.pages('listWorkflowExecutions', { params }))).map(({ id }) => id);
    expect(await seen(ben)).toEqual([his.id]);
    expect(await seen(ada)).toEqual([his.id, own.id]);
    const hidden = { params: { id: workflow, execution_id: own.id } };
    expect((await ben.client.try('getWorkflowExecution', hidden)).status).toBe(404);
    const told = await ended(workflow, his.id);
    expect(nodeNamed(told, 'one')?.output_preview).toContain('"prediction":"1,1"');
    expect(nodeNamed(told, 'join')?.input_preview).toContain('"prediction":"1,1"');
    expect(told).toMatchObject({ user_id: ben.id, single_input: '0,3' });
  });

  it('years later it tells what ran, whatever became of the canvas and of the model', async () => {
    const workflow = await drawn(JOINED);
    const before = await activeVersion(workflow);
    const execution = await executed(workflow, '3,0');
    const { id: version_id } = before;
    const params = { workflow_id: workflow, version_id };
    const graph = { nodes: [{ id: 'only', name: 'only' }], edges: [] };
    await ada.client.call('setWorkflowGraph', { params, body: graph });
    const { body: next } = await ada.client.call('createModelVersion', {
      params: { model_id: models.walker.id },
      body: {},
    });
    await ada.client.call('activateModelVersion', { params: { id: models.walker.id, version_id: next.id } });

    const now = await ended(workflow, execution.id);
    expect(now).toEqual(execution);
    expect(now.workflow_version_id).toBe(version_id);
    const pinned = ({ pins = [] }: WorkflowExecution) => new Map(pins.map((pin) => [pin.entity_id, pin]));
    expect(pinned(now)).toEqual(
      new Map(
        [models.walker, models.turner].map(({ id, version }) => [
          id,
          { entity_type: 'model', entity_id: id, version_id: version, active: true },
        ]),
      ),
    );
    const { body: ran } = await ada.client.call('getWorkflowVersion', {
      params: { workflow_id: workflow, id: version_id },
      query: { revision: now.workflow_version_revision },
    });
    expect([ran.nodes, ran.edges]).toEqual([before.nodes, before.edges]);
    expect(new Set(ran.nodes?.map(({ id }) => id))).toEqual(
      new Set(now.node_executions?.map(({ node_id }) => node_id)),
    );
    const again = await executed(workflow, '3,0');
    expect(again).toMatchObject({ results: { only: '3,0' }, pins: [] });
    expect(again.workflow_version_revision).toBeGreaterThan(now.workflow_version_revision);
  });
});

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

const idsIn = (value: unknown): ReadonlySet<string> => new Set(JSON.stringify(value).match(UUID));

/** An execution without what is another one's: ids but for these, times and how long nodes took. */
const lasting = (execution: WorkflowExecution, ids: ReadonlySet<string>): unknown => {
  const text = JSON.stringify(execution, (name, value: unknown) =>
    name === 'duration_ms' ? undefined : value,
  );
  return JSON.parse(text.replace(UUID, (id) => (ids.has(id) ? id : 'another')).replace(TIME, 'a time'));
};
