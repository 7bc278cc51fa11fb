import { endlessUploads } from '../support/endless-uploads.js';
import { somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('uploads on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_MAX_ITEM_FILE_BYTES: String(8 * 1024 * 1024) });
  });
  afterAll(() => cairn.leave());

  const resident = async (): Promise<number> => {
    const text = await (await fetch(cairn.metricsUrl)).text();
    return Number(/^\S*process_resident_memory_bytes(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1]);
  };

  it('S11 streams without end are taken up to the limit in flat memory', async () => {
    const ada = await somebody(cairn);
    const before = await resident();
    expect((await endlessUploads(cairn, ada)).statuses).toEqual([413, 413, 413]);
    expect((await resident()) - before).toBeLessThan(64 * 1024 * 1024);
  });
});
