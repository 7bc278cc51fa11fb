import { executionStreamEvents, workflowCommands, workflowEvents } from '@cairn/contracts';
import { noQuotas } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { workflowsService } from './service.js';
import { WorkingExecutions } from './testing/executing.js';
import { workflowUsage } from './usage.js';
import { workflowVersionReads } from './workflows.js';

const BYTES = 6_000;

describe('S47: what workflows are charged for', () => {
  const ada = someone();
  let running: ServiceUnderTest;
  let ids: { readonly workflow_id: string; readonly version_id: string };
  beforeAll(async () => {
    running = await ServiceUnderTest.of(workflowsService, { quotas: { ...noQuotas, bytes: BYTES } });
    const { createWorkflow } = workflowCommands;
    const workflow_id = await running.make(ada, createWorkflow, { body: { name: 'large' } }, 'workflow');
    const page = { limit: 1, sort: 'created_at' };
    const found = await workflowVersionReads.list(running.reading(ada), { workflow_id }, page);
    if (found === undefined || !('elements' in found)) throw new Error('no version is told');
    ids = { workflow_id, version_id: found.elements[0]!.id };
  });
  afterAll(() => running.stop());

  it('what is drawn counts, nothing more is drawn when an account is full, and what is there goes all the same', async () => {
    const { createWorkflowNode, setWorkflowGraph, deleteWorkflowNode, validateWorkflowVersion } =
      workflowCommands;
    const node = await running.make(ada, createWorkflowNode, { ...ids, body: { name: 'small' } }, 'node');
    const large = { name: 'large', config: { text: 'x'.repeat(BYTES) } };
    const full = { status: 'refused', code: 'quota_reached' };
    expect(await running.send(ada, createWorkflowNode, { ...ids, body: large })).toMatchObject(full);
    const body = { nodes: [large], edges: [] };
    expect(await running.send(ada, setWorkflowGraph, { ...ids, body })).toMatchObject(full);
    expect(await running.send(ada, validateWorkflowVersion, ids)).toMatchObject({ status: 'done' });
    expect(await running.send(ada, deleteWorkflowNode, { ...ids, id: node })).toMatchObject({
      status: 'done',
    });
  });

  it('what is executed counts for who executes, and nothing more is taken on when that account is full', async () => {
    const { createWorkflow, executeWorkflow } = workflowCommands;
    const body = { name: 'w', nodes: [{ name: 'pass' }], edges: [] };
    const id = await running.make(
      someone(),
      createWorkflow,
      { body: { ...body, visibility: 'public' } },
      'workflow',
    );
    const over = (single_input: string) => running.send(ada, executeWorkflow, { id, body: { single_input } });
    expect(await over('x'.repeat(BYTES))).toMatchObject({ status: 'refused', code: 'quota_reached' });
    expect(await over('x'.repeat(BYTES / 2))).toMatchObject({ status: 'done' });
    expect(await over('x'.repeat(BYTES / 2))).toMatchObject({ status: 'refused', code: 'quota_reached' });
  });

  it('another run counts too, and none is taken on when the account of who executes is full', async () => {
    const world = await WorkingExecutions.start({ ...noQuotas, bytes: BYTES });
    const drawn = await world.draw({ nodes: { fails: { does: ['fails'] } }, edges: [] });
    const execution_id = await world.ask(drawn, world.owner, 'x'.repeat(BYTES / 3));
    world.startWorker();
    const again = async () => {
      await world.over(execution_id);
      const asked = { id: drawn.workflow_id, execution_id, body: {} };
      return world.under.send(world.owner, workflowCommands.retryWorkflowExecution, asked);
    };
    expect(await again()).toMatchObject({ status: 'done' });
    expect(await again()).toMatchObject({ status: 'refused', code: 'quota_reached' });
    await world.stop();
  });

  it('only what deletes, takes away or looks goes on whatever is stored', () => {
    const ofExecutions = new Set(Object.keys(executionStreamEvents));
    const going = Object.values(workflowEvents)
      .filter(({ name }) => !ofExecutions.has(name))
      .filter(({ name, example }) => workflowUsage.goesOn({ type: name, data: example }));
    expect(going.map(({ name }) => name).sort()).toEqual([
      ...['WorkflowDeleted', 'WorkflowEdgeDeleted', 'WorkflowLogoRemoved', 'WorkflowNodeDeleted'],
      ...['WorkflowPurged', 'WorkflowShareRemoved', 'WorkflowTransferred', 'WorkflowVersionDeleted'],
      ...['WorkflowVersionPurged', 'WorkflowVersionValidated'],
    ]);
  });
});
