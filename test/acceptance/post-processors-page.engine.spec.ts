/** Who copies the lines of docs/post-processors.md comes from a model to items that label themselves. */
import { linesOf, ranAs } from '../support/documented.js';
import { somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('docs/post-processors.md on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  });
  afterAll(() => cairn.leave());

  it('is as it stands there: labelled, told of, labelled anew, items of before, and tried', async () => {
    const { token } = await somebody(cairn);
    const lines = [
      linesOf('docs/models.md', 'ask it'),
      linesOf('docs/post-processors.md', 'a dataset that labels itself'),
    ];
    const told = (await ranAs(lines.join('\n'), { CAIRN: cairn.baseUrl, TOKEN: token })).trim().split('\n');
    expect(told.slice(-9)).toEqual([
      'It came broken',
      ...['praise by post_processor', 'Mood applied'],
      ...['It came a day late', 'blame'],
      ...['1', 'blame,blame', 'praise', '3'],
    ]);
  });
});
