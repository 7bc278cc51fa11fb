// @runs-alone: it measures what others wait for.
/** The largest canvas that a version holds: how long it takes to save, read and change it, how much memory that takes, and what others wait. */
import type { WorkflowVersion } from '@cairn/contracts';
import { residentBytes } from '../support/metrics.js';
import { Onlooker } from '../support/onlooker.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const NODES = 10_000;
/** Above what the process had before. */
const MOST_BYTES = 400 * 1024 * 1024;
/** Of a change of one node, in parts of what the whole canvas takes to be saved. */
const ONE_OF_ALL = 0.5;
/** What others wait at most meanwhile. */
const OTHERS_MS = 1_000;

describe.each(topologies)('a canvas of 10,000 nodes, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let params: { readonly workflow_id: string; readonly version_id: string };
  const took: Record<string, string> = {};
  const longest: number[] = [];
  let stranger: Person;

  beforeAll(async () => {
    cairn = await topology.start();
    [ada, stranger] = [await somebody(cairn), await somebody(cairn, 'stranger')];
    const { body } = await ada.client.call('createWorkflow', { body: { name: 'large' } });
    params = { workflow_id: body.id, version_id: body.active_version_id };
  });
  afterAll(async () => {
    await cairn.remove();
    process.stdout.write(`a canvas of ${NODES} nodes: ${JSON.stringify(took)}\n`);
  });

  const timed = async <Result>(
    what: string,
    act: () => Promise<Result>,
  ): Promise<readonly [Result, number]> => {
    const onlooker = new Onlooker(`${cairn.baseUrl}/api/v1/me`, stranger.token);
    const began = performance.now();
    const result = await act();
    const ms = performance.now() - began;
    const waited = Math.max(...(await onlooker.stop()).map((each) => each.ms));
    longest.push(waited);
    took[what] = `${ms.toFixed(0)} ms, others waited ${waited.toFixed(0)} ms`;
    return [result, ms];
  };
  const version = async (query = {}): Promise<WorkflowVersion> => {
    const { workflow_id, version_id: id } = params;
    return (await ada.client.call('getWorkflowVersion', { params: { workflow_id, id }, query })).body;
  };
  const position = (place: number): string => JSON.stringify({ x: (place % 100) * 80, y: place });
  const nodes = Array.from({ length: NODES }, (_, place) => ({
    id: `n${place}`,
    name: `node ${place}`,
    config: JSON.stringify({ prompt: 'x'.repeat(100) }),
    position: position(place),
  }));
  const edges = nodes.slice(1).map(({ id }, place) => ({ begin_node_id: `n${place}`, end_node_id: id }));

  it('is saved, read, changed, and read as it was, within memory that stays', async () => {
    const before = await residentBytes(cairn);
    const [{ body: saved }, savedMs] = await timed('saved', () =>
      ada.client.call('setWorkflowGraph', { params, body: { nodes, edges } }),
    );
    expect(saved).toMatchObject({ node_count: NODES, edge_count: NODES - 1, valid: true });
    const ids = saved.node_ids ?? [];
    const [whole] = await timed('read', () => version());
    expect(whole.nodes).toHaveLength(NODES);
    const [, changedMs] = await timed('one node changed', () =>
      ada.client.call('updateWorkflowNode', {
        params: { ...params, id: ids[NODES / 2] ?? '' },
        body: { position: position(1) },
      }),
    );
    expect(changedMs).toBeLessThan(savedMs * ONE_OF_ALL);
    const same = ids.map((id, place) => (place === 7 ? { id, name: 'renamed' } : { id }));
    const [{ body: again }] = await timed('saved again, one node renamed', () =>
      ada.client.call('setWorkflowGraph', { params, body: { nodes: same, edges: [] } }),
    );
    expect(again).toMatchObject({ node_count: NODES, edge_count: 0 });
    const [then] = await timed('read as of the first save', () => version({ revision: 1 }));
    expect([then.nodes?.length, then.edges?.length]).toEqual([NODES, NODES - 1]);
    const most = (await residentBytes(cairn)) - before;
    took['memory'] = `${(most / 1024 / 1024).toFixed(0)} MB more`;
    expect(most).toBeLessThan(MOST_BYTES);
    const whose = { workflow_id: params.workflow_id, id: params.version_id };
    await timed('its history', () => ada.client.call('listWorkflowVersionHistory', { params: whose }));
    await timed('duplicated', () => ada.client.call('duplicateWorkflowVersion', { params: whose }));
    expect(Math.max(...longest)).toBeLessThan(OTHERS_MS);
  }, 120_000);
});
