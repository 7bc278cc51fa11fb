/** Who copies the lines of docs/models.md comes from an ONNX file to answers. */
import { linesOf, ranAs } from '../support/documented.js';
import { somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('docs/models.md on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  });
  afterAll(() => cairn.leave());

  it('is as it stands there: ask it, what was found, before you switch, and with clients of others', async () => {
    const { token } = await somebody(cairn);
    const lines = ['ask it', 'what was found', 'before you switch', 'clients']
      .map((part) => linesOf('docs/models.md', part))
      .join('\n');
    const told = (await ranAs(lines, { CAIRN: cairn.baseUrl, TOKEN: token })).trim().split('\n');
    expect(told).toEqual([
      'true',
      'praise',
      'blame 0.982,praise 0.018',
      '2',
      'A model is asked one thing: `input_text`, `inputs` or a file.',
      'true',
      ...['true', '0', 'blame: bad,praise: good', 'Names that people use', 'true'],
      ...['Reports still ask for praise', 'true', `[ '1', '2' ]`],
    ]);
  });
});
