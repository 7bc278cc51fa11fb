/** An execution that failed or was cancelled is done again as its next run, and one whose time is over fails. */
import { executionEvents, workflowCommands as commands } from '@cairn/contracts';
import { freshId } from '@cairn/kernel';
import { someone, until } from '@cairn/kernel/testkit';
import { executionTimer } from './policies/execution-timer.js';
import { WorkingExecutions } from './testing/executing.js';
import type { DrawnWorkflow } from './testing/shapes.js';

let world: WorkingExecutions;
beforeEach(async () => {
  world = await WorkingExecutions.start();
});
afterEach(() => world.stop());

interface Change {
  readonly name: string;
  readonly on_failure?: string;
  readonly timeout?: number;
  readonly config?: Record<string, unknown>;
}

const retry = async (
  drawn: DrawnWorkflow,
  execution_id: string,
  changes: readonly Change[] = [],
  who = world.owner,
) => {
  const ids = new Map((await world.nodesOf(drawn.version_id)).map(({ id, name }) => [name, id]));
  const nodes = changes.map(({ name, ...change }) => ({ node_id: ids.get(name) ?? freshId(), ...change }));
  const input = { id: drawn.workflow_id, execution_id, body: { nodes } };
  return world.under.send(who, commands.retryWorkflowExecution, input);
};

/** Of each effect which node it was of, in their order. */
const effects = () => [...world.models.ledger.values()].map(({ name }) => name);
const statuses = async (drawn: DrawnWorkflow, id: string) => {
  const { node_executions = [] } = await world.shown(drawn, id);
  return Object.fromEntries(
    node_executions.map(({ node_name, status, attempt }) => [node_name, `${status} ${attempt}`]),
  );
};

/** `a` before `b` before `c`, and `b` fails once. */
const failing = {
  nodes: { a: {}, b: { does: ['fails', 'answers'] as const }, c: {} },
  edges: ['a>b', 'b>c'],
};

describe('a retry', () => {
  it('does again what failed and what depends on it, and keeps what was done', async () => {
    const drawn = await world.draw(failing);
    const id = await world.ask(drawn);
    world.startWorker();
    expect(await world.over(id)).toMatchObject({
      status: 'failed',
      run: 1,
      counts: { completed: 1, failed: 1 },
    });
    const before = await world.shown(drawn, id);
    expect(before.failed_node_id).toBe(before.node_executions?.[1]?.node_id);
    expect(await retry(drawn, id)).toMatchObject({ status: 'done' });
    expect(await world.over(id)).toMatchObject({
      ...{ status: 'completed', run: 2 },
      counts: { total: 3, completed: 3, failed: 0, skipped: 0 },
    });
    expect(await statuses(drawn, id)).toEqual({ a: 'completed 1', b: 'completed 2', c: 'completed 1' });
    expect(effects()).toEqual(['a', 'b', 'b', 'c']);
    const after = await world.shown(drawn, id);
    expect(after).toMatchObject({
      progress: { run: 2, percent: 100 },
      node_executions: [before.node_executions![0], {}, {}],
    });
  });

  it('with a setting that is changed: for this execution, not on the canvas', async () => {
    const drawn = await world.draw({
      ...failing,
      nodes: { ...failing.nodes, b: { does: ['fails'] }, c: { is: 'pass' } },
    });
    const id = await world.ask(drawn);
    world.startWorker();
    await world.over(id);
    expect(await retry(drawn, id, [{ name: 'b', on_failure: 'continue' }])).toMatchObject({ status: 'done' });
    expect(await world.over(id)).toMatchObject({ status: 'completed', run: 2 });
    expect(await statuses(drawn, id)).toEqual({ a: 'completed 1', b: 'failed 2', c: 'completed 1' });
    expect((await world.nodesOf(drawn.version_id)).map(({ on_failure }) => on_failure)).toEqual([
      'stop',
      'stop',
      'stop',
    ]);
  });

  it('goes on when its worker ends: what run 1 had done is not done again', async () => {
    const drawn = await world.draw({
      ...failing,
      nodes: { ...failing.nodes, b: { does: ['fails', 'slow'] } },
    });
    const id = await world.ask(drawn);
    world.startWorker();
    await world.over(id);
    await retry(drawn, id);
    await until(async () => world.models.calls.filter((name) => name === 'b').length === 2);
    await world.stopWorkers();
    world.passLeases();
    world.startWorker();
    await until(async () => world.models.calls.filter((name) => name === 'b').length === 3);
    world.models.letAnswer();
    expect(await world.over(id)).toMatchObject({ status: 'completed', run: 2 });
    expect(effects().sort()).toEqual(['a', 'b', 'b', 'c']);
  });

  it('of one that was cancelled goes on where it was', async () => {
    const drawn = await world.draw({ ...failing, nodes: { ...failing.nodes, b: { does: ['slow'] } } });
    const id = await world.ask(drawn);
    world.startWorker();
    await until(async () => world.models.calls.includes('b'));
    await world.cancel(drawn, id);
    expect(await world.over(id)).toMatchObject({ status: 'cancelled' });
    expect(await retry(drawn, id)).toMatchObject({ status: 'done' });
    await until(async () => world.models.calls.filter((name) => name === 'b').length === 2);
    world.models.letAnswer();
    expect(await world.over(id)).toMatchObject({ status: 'completed', run: 2 });
    expect(world.models.calls.filter((name) => name === 'a')).toHaveLength(1);
  });

  it('is refused with a clear code, and changes nothing', async () => {
    const drawn = await world.draw(failing);
    const id = await world.ask(drawn);
    const refused = (code: string) => ({ status: 'refused', code });
    expect(await retry(drawn, id)).toMatchObject(refused('execution_not_failed'));
    world.startWorker();
    await world.over(id);
    expect(await retry(drawn, id, [{ name: 'unknown', timeout: 1 }])).toMatchObject(refused('foreign_node'));
    expect(await retry(drawn, id, [{ name: 'b', on_failure: 'sometimes' }])).toMatchObject(
      refused('workflow_invalid'),
    );
    expect(await retry(drawn, id, [{ name: 'b', config: { threshold: 2 } }])).toMatchObject(
      refused('workflow_invalid'),
    );
    expect(await retry(drawn, id, [{ name: 'b', config: { when: 'x' } }])).toMatchObject(
      refused('not_executable_yet'),
    );
    expect(await retry(drawn, id, [{ name: 'b', config: { api_key: 'x' } }])).toMatchObject(
      refused('use_secret'),
    );
    const twice = [
      { name: 'b', on_failure: 'continue' },
      { name: 'b', timeout: 9 },
    ];
    expect(await retry(drawn, id, twice)).toMatchObject({
      ...refused('invalid_body'),
      errors: [{ pointer: '/nodes/1/node_id', code: 'unique' }],
    });
    expect(await retry(drawn, id, [], someone())).toMatchObject(refused('not_found'));
    const foreign = { ...drawn, workflow_id: freshId() };
    expect(await retry(foreign, id)).toMatchObject(refused('not_found'));
    expect(await world.stateOf(id)).toMatchObject({ status: 'failed', run: 1 });
    await retry(drawn, id);
    expect(await world.over(id)).toMatchObject({ status: 'completed' });
    expect(await retry(drawn, id)).toMatchObject(refused('execution_not_failed'));
  });

  it('of somebody who may execute and not write changes no node; the owner does not retry what others executed', async () => {
    const drawn = await world.draw(failing);
    const ben = someone();
    const id = await world.ask(drawn, ben);
    world.startWorker();
    await world.over(id);
    expect(await retry(drawn, id, [{ name: 'b', timeout: 5 }], ben)).toMatchObject({
      status: 'refused',
      code: 'forbidden',
    });
    expect(await retry(drawn, id)).toMatchObject({ status: 'refused', code: 'forbidden' });
    expect(await retry(drawn, id, [], ben)).toMatchObject({ status: 'done' });
    expect(await world.over(id)).toMatchObject({ status: 'completed', user_id: ben.userId });
  });

  it('needs the input: of a private model it is gone', async () => {
    const model = world.models.modelOf();
    world.models.private.add(model);
    const drawn = await world.draw({ ...failing, nodes: { ...failing.nodes, c: { model } } });
    const id = await world.ask(drawn);
    world.startWorker();
    await world.over(id);
    expect(await retry(drawn, id)).toMatchObject({ status: 'refused', code: 'execution_input_gone' });
  });
});

describe('the time of an execution', () => {
  const timed = async () => {
    const drawn = await world.draw({ nodes: { a: { does: ['slow'] } }, edges: [] });
    await world.limitTime(drawn, 60);
    return drawn;
  };
  const expire = (job_id: string, due: string) =>
    world.tools.execute(commands.expireExecution, { job_id, due }, { id: freshId() });

  it('is in its version; when it is over the execution fails, and what its worker says then comes late', async () => {
    const drawn = await timed();
    const id = await world.ask(drawn);
    world.startWorker();
    await until(async () => world.models.calls.includes('a'));
    const { deadline, requested_at } = await world.stateOf(id);
    expect(Math.abs(Date.parse(deadline!) - Date.parse(requested_at) - 60_000)).toBeLessThan(1_000);
    expect(await expire(id, requested_at)).toMatchObject({ status: 'done' });
    expect(await world.stateOf(id)).toMatchObject({ status: 'running' });
    await expire(id, deadline!);
    expect(await world.stateOf(id)).toMatchObject({ status: 'failed', failure: { code: 'timeout' } });
    world.models.letAnswer();
    await world.stopWorkers();
    expect((await world.eventsOf(id)).at(-1)).toBe('failed');
    expect(await world.shown(drawn, id)).toMatchObject({
      ...{ status: 'failed', error_code: 'timeout' },
      node_executions: [{ status: 'cancelled' }],
    });
  });

  it('is not over before what its nodes have done is written', async () => {
    const drawn = await world.draw({ nodes: { a: {}, b: { does: ['slow'] } }, edges: ['a>b'] });
    await world.limitTime(drawn, 60);
    const id = await world.ask(drawn);
    world.startWorker(world.tools, { lookMs: 5, writeMs: 3_600_000 });
    await until(async () => world.models.calls.includes('b'));
    world.pass(59_800);
    await until(async () => (await statuses(drawn, id))['a'] === 'completed 1');
  });

  it('begins again with a retry: the timer of the run before says nothing', async () => {
    const drawn = await timed();
    const id = await world.ask(drawn);
    const { deadline: first } = await world.stateOf(id);
    await world.cancel(drawn, id);
    world.pass(5_000);
    await retry(drawn, id);
    const { deadline: second } = await world.stateOf(id);
    expect(Date.parse(second!) - Date.parse(first!)).toBeGreaterThanOrEqual(5_000);
    await expire(id, first!);
    expect(await world.stateOf(id)).toMatchObject({ status: 'queued', run: 2 });
  });

  it('is set as a timer when it begins, and taken away when it is over', () => {
    const { requested, retried, completed } = executionEvents;
    const facts = { id: 'i' } as Parameters<typeof executionTimer.set>[1];
    const due = '2026-03-02T09:15:00.000Z';
    const timer = {
      id: 'execution:i',
      due,
      command: 'workflows.expireExecution',
      input: { job_id: 'i', due },
    };
    expect(executionTimer.set(requested.of({ ...requested.example, deadline: due }), facts)).toEqual([timer]);
    expect(executionTimer.set(retried.of({ ...retried.example, deadline: due }), facts)).toEqual([timer]);
    expect(executionTimer.set(requested.of(requested.example), facts)).toEqual([]);
    expect(executionTimer.stop(completed.of({ result: {} }), facts)).toEqual(['execution:i']);
    expect(executionTimer.stop(requested.of(requested.example), facts)).toEqual([]);
  });

  it.each([0, -1, 1.5, 'soon', 604_801])('is a whole number of seconds, not %s', async (timeout) => {
    const drawn = await world.draw({ nodes: { a: {} }, edges: [] });
    await world.limitTime(drawn, timeout);
    const asked = { id: drawn.workflow_id, body: { single_input: 'x' } };
    expect(await world.under.send(world.owner, commands.executeWorkflow, asked)).toMatchObject({
      ...{ status: 'refused', code: 'workflow_invalid' },
      errors: [{ code: 'version_config_invalid' }],
    });
  });
});
