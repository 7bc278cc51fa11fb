import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { assets, type Operation } from '@cairn/contracts';
import { askAsset, assetIdsIn, idIn } from '../support/assets.js';
import { deal } from '../support/cells.js';
import { picture } from '../support/files.js';
import type { Given } from '../support/granting.js';
import { makeInference } from '../support/models.js';
import { asDeepOn, every, isInAsset, isProtected, takesJson } from '../support/operations.js';
import { type Person, somebody } from '../support/people.js';
import { openStage, type Stage } from '../support/stage.js';
import { waysToTakeGrants } from '../support/taking-grants.js';
import { waysToTake } from '../support/taking-rights.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { bodyIn, makeWorld, pathIn, type World } from '../support/world.js';

const isUpload = ({ upload, body }: Operation): boolean => upload !== undefined && body === undefined;
/** Who is no administrator is refused what is theirs before the body comes. */
const writes = every(
  (operation) =>
    isProtected(operation) &&
    operation.access !== 'administrator' &&
    (takesJson(operation) || isUpload(operation)),
);
const uploads = writes.filter(isUpload);

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}
const LOGO = () => ({ type: 'image/png', body: Buffer.concat([picture(), Buffer.from(randomUUID())]) });
/** What is sent, and as what: of an upload a file that nobody has sent before. */
const contentFor = (world: World, operation: Operation): Pick<Sent, 'type' | 'body'> => {
  if (!isUpload(operation))
    return { type: 'application/json', body: Buffer.from(JSON.stringify(bodyIn(world, operation) ?? {})) };
  if (operation.upload?.limit === 'logo') return LOGO();
  return { type: 'text/csv', body: Buffer.from(`text\nstreamed ${randomUUID()}\n`) };
};
const sentTo = (world: World, operation: Operation): Sent => {
  const asWhat = operation.upload?.limit === 'modelAsset' ? '?asset_type=labels_file' : '';
  const path = `${pathIn(world, operation)}${asWhat}`;
  return { method: operation.method, path, ...contentFor(world, operation) };
};
/** Of one asset of a kind: a change and a logo. */
const sentToAsset = ({ asset: { operations }, id }: Given): readonly Sent[] => {
  const pathOf = ({ path }: Operation): string => path.replace('{id}', id);
  const { update, setLogo } = operations;
  const body = Buffer.from(JSON.stringify({ description: 'late' }));
  return [
    { method: update.method, path: pathOf(update), type: 'application/json', body },
    { method: setLogo.method, path: pathOf(setLogo), ...LOGO() },
  ];
};

describe.each(topologies)('S18 S40 a right that goes while a body is on its way, on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_MAX_CALLER_PERCENT: '100' });
  });
  afterAll(() => cairn.leave());

  /** A write of which all but the last byte has been sent. */
  const begun = async ({ method, path, type, body }: Sent, token: string): Promise<() => Promise<number>> => {
    const { hostname, port } = new URL(cairn.baseUrl);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': body.length,
      expect: '100-continue',
    };
    const outgoing: ClientRequest = request({ hostname, port, path, method, headers });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    outgoing.flushHeaders();
    const isTaken = await Promise.race([
      once(outgoing, 'continue').then(() => true),
      answered.then(() => false),
    ]);
    if (!isTaken) throw new Error(`${method} ${path} was refused before its body came`);
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
    const finish = await Promise.all(operations.map((operation) => begun(sentTo(world, operation), token)));
    await act();
    const before = await cairn.inside.head();
    const statuses = await Promise.all(finish.map((end) => end()));
    const written = (await cairn.inside.events(before)).filter(
      ({ stream, data }) =>
        [person.id, ...assetIdsIn(world)].some((id) => stream.endsWith(id)) ||
        assetIdsIn(world).some((id) => data.includes(id)),
    );
    return { statuses: operations.map(({ id }, index) => [id, statuses[index]]), written };
  };
  const each = (operations: readonly Operation[], status: number) => operations.map(({ id }) => [id, status]);

  const ways = Object.keys(waysToTake);
  /** Those of each way: so many that one key may have of them on their way at once. */
  const dealt = deal(asDeepOn(topology, writes), ways.length, 40);
  it.each(ways.map((way, turn) => [way, turn] as const))('%s: nothing is written', async (way, turn) => {
    const person = await somebody(cairn);
    const made = await makeWorld(person);
    const { token, take } = await waysToTake[way]!(cairn, person);
    // A key of an organization knows of what was asked in it alone.
    const world = { ...made, inference: await makeInference(cairn.client(token), made.model) };
    const chosen = dealt(turn);
    const done = await interrupted({ person, world, token }, chosen, take);
    // A group that the key of another organization never knew of, or that is deleted on the way to an erasure: that may be told
    // before the body is read.
    const isOfGroup = (id: string) =>
      /organization|erased/.test(way) && /^upload(Organization|Team|Project)Logo$/.test(id);
    const told = done.statuses.map(([id, status]) => [
      id,
      isOfGroup(String(id)) && status === 404 ? 401 : status,
    ]);
    expect(told).toEqual(each(chosen, 401));
    expect(done.written).toEqual([]);
  });

  const gone: Readonly<Record<string, (person: Person, world: World) => Promise<unknown>>> = {
    'the asset is deleted': (person, world) =>
      Promise.all(assets.map((asset) => askAsset(person, asset.operations.remove, idIn(world, asset)))),
    'the version is deleted': async (
      { client },
      { dataset, version, model, modelVersion, graph, graphVersion },
    ) => {
      await client.call('createDatasetVersion', { params: { dataset_id: dataset } });
      await client.call('deleteDatasetVersion', { params: { dataset_id: dataset, id: version } });
      const { body: other } = await client.call('createModelVersion', { params: { model_id: model } });
      await client.call('activateModelVersion', { params: { id: model, version_id: other.id } });
      await client.call('setModelAlias', {
        params: { id: model, alias: 'champion' },
        body: { version_id: other.id },
      });
      await client.call('deleteModelVersion', { params: { model_id: model, id: modelVersion } });
      await client.call('deleteGraphVersion', { params: { id: graph, version_id: graphVersion } });
    },
  };
  it.each(Object.keys(gone))('%s: no upload lands in it', async (what) => {
    const person = await somebody(cairn);
    const world = await makeWorld(person);
    const beneath = what.includes('version')
      ? uploads.filter(({ path }) => path.includes('/versions/'))
      : uploads.filter(isInAsset);
    const act = () => gone[what]!(person, world);
    const done = await interrupted({ person, world, token: person.token }, beneath, act);
    expect(done.statuses).toEqual(each(beneath, 404));
    expect(done.written).toEqual([]);
  });

  describe('that was held in an asset', () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage(cairn);
    });

    it.each(Object.keys(waysToTakeGrants))('%s: nothing lands', async (way) => {
      const { given, could, left, take } = await waysToTakeGrants[way]!(await stage.scene());
      const sent = given.flatMap(sentToAsset);
      const finish = await Promise.all(sent.map((each) => begun(each, stage.taker.token)));
      await take();
      const before = await cairn.inside.head();
      const statuses = await Promise.all(finish.map((end) => end()));
      // Who could only read may be told so before the body is there.
      const refused = could === 'read' ? [403, 404] : [left === 'read' ? 403 : 404];
      expect(statuses.filter((status) => !refused.includes(status))).toEqual([]);
      const written = (await cairn.inside.events(before)).filter(({ stream }) =>
        given.some(({ id }) => stream.endsWith(id)),
      );
      expect(written).toEqual([]);
    });
  });
});
