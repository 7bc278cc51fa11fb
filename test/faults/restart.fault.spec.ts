import type { Person } from '../support/people.js';
import { somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

/** Events in the log: 10,000 in CI; `npm run test:deep faults long` asks for a million too. */
const SIZES = (process.env['CAIRN_TEST_LOG_SIZES'] ?? '10000').split(',').map(Number);
const IN_ONE_REQUEST = 5_000;
/** Restarts of each, in turn; the fastest counts, since the machine may be busy with something else. */
const RESTARTS = 5;

jest.setTimeout(1_800_000);

describe.each(topologies)('R9: a restart does not grow with the log ($name)', (topology) => {
  let empty: Written;
  let full: Written;

  beforeAll(async () => {
    empty = await begun(await topology.start());
    full = await begun(await topology.start());
  });
  afterAll(async () => {
    await empty.cairn.remove();
    await full.cairn.remove();
  });

  it(`at ${SIZES.join(', ')} events it takes no more than twice what it takes at none`, async () => {
    for (const size of SIZES) {
      await writeUpTo(full, size);
      const times: { readonly none: number; readonly all: number }[] = [];
      for (let count = 0; count < RESTARTS; count += 1)
        times.push({ none: await restarted(empty), all: await restarted(full) });
      const none = Math.min(...times.map((one) => one.none));
      const all = Math.min(...times.map((one) => one.all));
      process.stderr.write(`restart: ${none.toFixed(2)} s when empty, ${all.toFixed(2)} s at ${size}\n`);
      expect(all / none).toBeLessThan(2);
    }
  });
});

/** A Cairn with a version into which so many items were written. */
interface Written {
  readonly cairn: RunningCairn;
  readonly person: Person;
  readonly params: { readonly dataset_id: string; readonly version_id: string };
  items: number;
}

const begun = async (cairn: RunningCairn): Promise<Written> => {
  const person = await somebody(cairn);
  const { body } = await person.client.call('createDataset', { body: { name: 'long log' } });
  return {
    cairn,
    person,
    params: { dataset_id: body.id, version_id: body.active_version_id ?? '' },
    items: 0,
  };
};

/** Items, an event each. */
const writeUpTo = async (written: Written, size: number): Promise<void> => {
  const { person, params } = written;
  while (written.items < size) {
    const count = Math.min(IN_ONE_REQUEST, size - written.items);
    const create = Array.from({ length: count }, (_, index) => ({ text: `line ${written.items + index}` }));
    const { body } = await person.client.call('bulkDatasetItems', { params, body: { create } });
    expect(body.created).toBe(count);
    written.items += count;
  }
};

/** Seconds from the start of the process to the first right answer. */
const restarted = async ({ cairn, person, params, items }: Written): Promise<number> => {
  await cairn.end('SIGKILL');
  const began = performance.now();
  await cairn.again();
  const { headers } = await person.client.call('listDatasetItems', { params, query: { limit: 1 } });
  expect(headers.get('x-total-count')).toBe(String(items));
  return (performance.now() - began) / 1000;
};
