/** Who copies the lines of docs/workflows.md comes from a canvas to an execution. */
import { linesOf, ranAs } from '../support/documented.js';
import { somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('docs/workflows.md on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  });
  afterAll(() => cairn.leave());

  it('is as it stands there: executed over a text, over a file, and retried', async () => {
    const { token } = await somebody(cairn);
    const lines = [linesOf('docs/models.md', 'ask it'), linesOf('docs/workflows.md', 'an execution')];
    const told = (await ranAs(lines.join('\n'), { CAIRN: cairn.baseUrl, TOKEN: token })).trim().split('\n');
    expect(told.slice(-11)).toEqual([
      ...['completed', 'praise', 'review completed,verdict completed', '1'],
      ...['The node "verdict" failed.', 'model_input_invalid', 'praise'],
      ...['completed', '2'],
      ...['0', '2'],
    ]);
  });
});
