import { requests, type RunningEdge, startEdge } from './testkit/edge.js';
import { thingsService } from './testkit/things.js';

describe('a read of a revision', () => {
  let edge: RunningEdge;
  let mayRead = true;
  const send = requests(() => edge);

  beforeAll(async () => {
    const published = { events: [], states: [], mayRead: async () => mayRead };
    edge = await startEdge({ published: [{ ...thingsService, published }] });
  });
  afterAll(() => edge.stop());
  afterEach(() => jest.restoreAllMocks());

  const readsOf = async (path: string): Promise<readonly [number, readonly string[]]> => {
    const read = jest.spyOn(edge.engines.log, 'read');
    const { status } = await send('GET', path);
    return [status, [...new Set(read.mock.calls.map(([stream]) => stream))]];
  };

  it('reads the stream that the operation names', async () => {
    const { body } = await send('POST', '/api/v1/things', { name: 'a' });
    const stream = `thing-${body.id}`;
    expect(await readsOf(`/api/v1/things/${body.id}?revision=0`)).toEqual([200, [stream]]);
  });

  it('reads nothing for who may not know of it', async () => {
    const { body } = await send('POST', '/api/v1/things', { name: 'a' });
    mayRead = false;
    expect(await readsOf(`/api/v1/things/${body.id}?revision=0`)).toEqual([404, []]);
  });
});
