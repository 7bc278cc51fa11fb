import type { Person } from '../support/people.js';
import { somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

/** Events in the log: 10,000 in CI; `npm run test:faults` asks for a million too. */
const SIZES = (process.env['CAIRN_TEST_LOG_SIZES'] ?? '10000').split(',').map(Number);
const IN_ONE_REQUEST = 5_000;
/** Restarts of each; the fastest counts, since the machine may be busy with something else. */
const RESTARTS = 5;

jest.setTimeout(1_800_000);

describe.each(topologies)('R9: a restart does not grow with the log ($name)', (topology) => {
  let cairn: RunningCairn;
  let person: Person;
  let params: { dataset_id: string; version_id: string };
  let written = 0;

  beforeAll(async () => {
    cairn = await topology.start();
    person = await somebody(cairn);
    const { body } = await person.client.call('createDataset', { body: { name: 'long log' } });
    params = { dataset_id: body.id, version_id: body.active_version_id ?? '' };
  });
  afterAll(() => cairn.remove());

  /** Items, an event each. */
  const writeUpTo = async (size: number): Promise<void> => {
    while (written < size) {
      const count = Math.min(IN_ONE_REQUEST, size - written);
      const create = Array.from({ length: count }, (_, index) => ({ text: `line ${written + index}` }));
      const { body } = await person.client.call('bulkDatasetItems', { params, body: { create } });
      expect(body.created).toBe(count);
      written += count;
    }
  };

  /** Seconds from the start of the process to the first right answer. */
  const restarted = async (): Promise<number> => {
    const times: number[] = [];
    for (let count = 0; count < RESTARTS; count += 1) {
      await cairn.end('SIGKILL');
      const began = performance.now();
      await cairn.again();
      const { headers } = await person.client.call('listDatasetItems', { params, query: { limit: 1 } });
      times.push((performance.now() - began) / 1000);
      expect(headers.get('x-total-count')).toBe(String(written));
    }
    return Math.min(...times);
  };

  it(`at ${SIZES.join(', ')} events it takes no more than twice what it takes at none`, async () => {
    const empty = await restarted();
    const times: Record<number, number> = {};
    for (const size of SIZES) {
      await writeUpTo(size);
      times[size] = await restarted();
    }
    process.stderr.write(`restart: ${empty.toFixed(2)} s when empty, ${JSON.stringify(times)}\n`);
    for (const time of Object.values(times)) expect(time / empty).toBeLessThan(2);
  });
});
