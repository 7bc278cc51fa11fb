import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Operation } from '@cairn/contracts';
import { picture } from '../support/files.js';
import { every, isProtected, takesJson } from '../support/operations.js';
import { type Person, somebody } from '../support/people.js';
import { waysToTake } from '../support/taking-rights.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { bodyIn, makeWorld, pathIn, type World } from '../support/world.js';

const isUpload = ({ upload }: Operation): boolean => upload !== undefined;
const writes = every((operation) => isProtected(operation) && (takesJson(operation) || isUpload(operation)));
const uploads = writes.filter(isUpload);

/** What is sent, and as what: of an upload a file that nobody has sent before. */
const sentTo = (world: World, operation: Operation): readonly [type: string, body: Buffer] => {
  if (!isUpload(operation))
    return ['application/json', Buffer.from(JSON.stringify(bodyIn(world, operation) ?? {}))];
  if (operation.upload?.limit === 'logo')
    return ['image/png', Buffer.concat([picture(), Buffer.from(randomUUID())])];
  return ['text/csv', Buffer.from(`text\nstreamed ${randomUUID()}\n`)];
};

describe.each(topologies)('S18 S40 a right that goes while a body is on its way, on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  }, 60_000);
  afterAll(() => cairn.leave());

  /** A write of which all but the last byte has been sent. */
  const begun = async (world: World, operation: Operation, token: string): Promise<() => Promise<number>> => {
    const [type, body] = sentTo(world, operation);
    const { hostname, port } = new URL(cairn.baseUrl);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': body.length,
      expect: '100-continue',
    };
    const path = pathIn(world, operation);
    const outgoing: ClientRequest = request({ hostname, port, path, method: operation.method, headers });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.write(body.subarray(0, -1));
    return async () => {
      outgoing.end(body.subarray(-1));
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode ?? 0;
    };
  };

  /** Begins them, does something, ends them: what they were answered, and what was written to the world since. */
  const interrupted = async (
    { person, world, token }: { person: Person; world: World; token: string },
    operations: readonly Operation[],
    act: () => Promise<unknown>,
  ) => {
    const finish = await Promise.all(operations.map((operation) => begun(world, operation, token)));
    await act();
    const before = await cairn.inside.head();
    const statuses = await Promise.all(finish.map((end) => end()));
    const written = (await cairn.inside.events(before)).filter(
      ({ stream, data }) =>
        stream.endsWith(person.id) || stream.endsWith(world.dataset) || data.includes(world.dataset),
    );
    return { statuses: operations.map(({ id }, index) => [id, statuses[index]]), written };
  };
  const each = (operations: readonly Operation[], status: number) => operations.map(({ id }) => [id, status]);

  it.each(Object.keys(waysToTake))('%s: nothing is written', async (way) => {
    const person = await somebody(cairn);
    const world = await makeWorld(person);
    const { token, take } = await waysToTake[way]!(cairn, person);
    const done = await interrupted({ person, world, token }, writes, take);
    expect(done.statuses).toEqual(each(writes, 401));
    expect(done.written).toEqual([]);
  });

  const gone: Readonly<Record<string, (person: Person, world: World) => Promise<unknown>>> = {
    'the dataset is deleted': ({ client }, { dataset }) =>
      client.call('deleteDataset', { params: { id: dataset } }),
    'the version is deleted': async ({ client }, { dataset, version }) => {
      await client.call('createDatasetVersion', { params: { dataset_id: dataset } });
      await client.call('deleteDatasetVersion', { params: { dataset_id: dataset, id: version } });
    },
  };
  it.each(Object.keys(gone))('%s: no upload lands in it', async (what) => {
    const person = await somebody(cairn);
    const world = await makeWorld(person);
    const beneath = what.includes('version')
      ? uploads.filter(({ path }) => path.includes('/versions/'))
      : uploads;
    const act = () => gone[what]!(person, world);
    const done = await interrupted({ person, world, token: person.token }, beneath, act);
    expect(done.statuses).toEqual(each(beneath, 404));
    expect(done.written).toEqual([]);
  });
});
