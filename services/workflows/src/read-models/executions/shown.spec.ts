import type { ExecutionDocument, ExecutionNodeDocument } from './documents.js';
import { wholeExecution } from './shown.js';

const told: Partial<ExecutionDocument> = {
  ...{ id: 'e', status: 'completed', input_mode: 'single', input: 'hi', pins: [] },
  counts: { total: 0, completed: 0, failed: 0, skipped: 0 },
};
const execution = told as ExecutionDocument;

/** A node that handed on what came. */
const pass = (node_id: string, name: string, before: readonly string[] = [], last = true) =>
  ({
    ...{ id: `node ${node_id}`, node_id, name, last, input_node_ids: [...before] },
    ...{ entity_type: '', status: 'completed', attempt: 1 },
  }) as ExecutionNodeDocument;

const shown = (nodes: readonly ExecutionNodeDocument[]) =>
  wholeExecution({ execution, nodes, mayUse: () => true, isOwn: true });

describe('an execution as it is read', () => {
  it('has a result of each last node, whatever their names are', async () => {
    const { results } = await shown([
      pass('1', 'same'),
      pass('2', 'same'),
      pass('3', ''),
      pass('4', '3'),
      pass('5', '__proto__'),
    ]);
    expect(Object.keys(results!)).toEqual(['1', '2', '3', '4', '__proto__']);
  });

  it('tells that results are left out which stand deeper in each other than JSON may, and how large they are', async () => {
    const deep = Array.from({ length: 5_000 }, (_, at) =>
      pass(String(at), `n${at}`, at === 0 ? [] : ['0', String(at - 1)], at === 4_999),
    );
    const { results, node_executions = [] } = await shown(deep);
    expect(results).toEqual({ n4999: { $left_out: expect.any(Number) } });
    expect(node_executions.at(-1)?.output_preview).toHaveLength(500);
  });
});
