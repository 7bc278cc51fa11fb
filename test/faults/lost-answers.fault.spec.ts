import { setImmediate as turn } from 'node:timers/promises';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { until } from './answers-of.js';

/** So long that the kill always comes before the answer. */
const HELD_BACK = { CAIRN_PROJECTION_DELAY_MS: '1500' };

jest.setTimeout(120_000);

describe.each(topologies)('law 3: killed between write and answer ($name)', (topology) => {
  let cairn: RunningCairn;
  let person: Person;
  beforeAll(async () => {
    cairn = await topology.start();
    person = await somebody(cairn);
  });
  afterAll(() => cairn.remove());

  const headers = (key: string) => ({ 'idempotency-key': key });

  /** Kills the server when events were written and their answer has not come; what the client saw is an error. */
  const losingTheAnswer = async (write: () => Promise<unknown>, types: readonly string[]): Promise<void> => {
    await cairn.end('SIGTERM');
    await cairn.again(HELD_BACK);
    const before = await cairn.inside.head();
    const answered = write().then(
      () => 'answered',
      () => 'lost',
    );
    const written = async (): Promise<readonly string[]> => {
      await turn();
      return (await cairn.inside.events(before)).map(({ type }) => type);
    };
    await until(written, (found) => types.every((type) => found.includes(type)));
    await cairn.end('SIGKILL');
    expect(await answered).toBe('lost');
    // A key that was in use when the process died is kept for 30 s in the registers; the log knows without them.
    await cairn.inside.dropRegisters();
    await cairn.again();
  };

  it('a creation has one effect, and another body under its key is refused', async () => {
    const call = { body: { name: 'once', default_splits: true }, headers: headers('creation') };
    await losingTheAnswer(() => person.client.call('createDataset', call), ['datasets.dataset.created.v1']);
    const head = await cairn.inside.head();
    const mismatch = await person.client.try('createDataset', { ...call, body: { name: 'twice' } });
    expect([mismatch.status, (mismatch.body as { code: string }).code]).toEqual([
      422,
      'idempotency_mismatch',
    ]);
    const again = await person.client.call('createDataset', call);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(await cairn.inside.head()).toBe(head);
    const { body: datasets } = await person.client.call('listDatasets');
    expect(datasets.map(({ id, name }) => ({ id, name }))).toEqual([{ id: again.body.id, name: 'once' }]);
    const third = await person.client.call('createDataset', call);
    expect(third.body).toEqual(again.body);
  });

  it('a change has one effect, and is answered as it was then', async () => {
    const { body: dataset } = await person.client.call('createDataset', { body: { name: 'changed' } });
    const params = { id: dataset.id };
    const call = { params, body: { description: 'first' }, headers: headers('change') };
    await losingTheAnswer(() => person.client.call('updateDataset', call), ['datasets.dataset.updated.v1']);
    await person.client.call('updateDataset', { params, body: { description: 'second' } });
    const again = await person.client.call('updateDataset', call);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-revision')).toBe('1');
    expect(again.body).toMatchObject({ description: 'first' });
    const { body: now } = await person.client.call('getDataset', { params });
    expect(now).toMatchObject({ description: 'second' });
    const { body: history } = await person.client.call('listDatasetHistory', { params });
    expect(history.map(({ revision }) => revision)).toEqual([0, 1, 2]);
  });

  it('a command over two streams is finished by its retry wherever it stopped', async () => {
    const call = { body: { name: 'halfway' }, headers: headers('halfway') };
    await losingTheAnswer(() => person.client.call('createDataset', call), ['datasets.version.created.v1']);
    const { body, status } = await person.client.call('createDataset', call);
    expect(status).toBe(201);
    expect(body.versions).toHaveLength(1);
    const { body: found } = await person.client.call('listDatasets', { query: { name: 'halfway' } });
    expect(found.map(({ id }) => id)).toEqual([body.id]);
  });
});
