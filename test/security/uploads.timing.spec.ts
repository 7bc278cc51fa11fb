import { endlessUploads } from '../support/endless-uploads.js';
import { residentBytes } from '../support/metrics.js';
import { somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('uploads on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_MAX_ITEM_FILE_BYTES: String(8 * 1024 * 1024) });
  });
  afterAll(() => cairn.leave());

  it('S11 streams without end are taken up to the limit in flat memory', async () => {
    const ada = await somebody(cairn);
    const before = await residentBytes(cairn);
    expect((await endlessUploads(cairn, ada)).statuses).toEqual([413, 413, 413]);
    expect((await residentBytes(cairn)) - before).toBeLessThan(64 * 1024 * 1024);
  });
});
