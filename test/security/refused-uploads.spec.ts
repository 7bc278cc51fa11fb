import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { assets, type Operation } from '@cairn/contracts';
import { every, everyOperation, isInAsset } from '../support/operations.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, pathIn, type World } from '../support/world.js';

const uploads = every(({ upload }) => upload !== undefined);
const CHUNK = 64 * 1024;

/** A public model may be asked, and a public workflow executed, by everybody. */
const isForEverybody = ({ rateClass }: Operation): boolean =>
  rateClass === 'inference' || rateClass === 'execute';

describe.each(topologies)('S47 uploads to what the caller may not write on $name', (topology) => {
  let cairn: SharedCairn;
  let owner: Person;
  let stranger: Person;
  let hidden: World;
  let shown: World;
  let nowhere: World;

  beforeAll(async () => {
    cairn = await topology.shared();
    owner = await somebody(cairn);
    stranger = await somebody(cairn, 'eve');
    hidden = await makeWorld(owner);
    shown = await makeWorld(owner, 'public');
    const ofAssets = Object.fromEntries(assets.map(({ called }) => [called, randomUUID()]));
    const [version, item] = [randomUUID(), randomUUID()];
    const [organization, team, project] = [randomUUID(), randomUUID(), randomUUID()];
    const ofModels = { modelVersion: randomUUID(), inference: randomUUID() };
    nowhere = { ...hidden, ...ofAssets, version, item, ...ofModels, organization, team, project };
  });
  afterAll(() => cairn.leave());

  /** Announces a file as large as may be, sends the first of it, and answers what is told in its midst. */
  const toldEarly = async (world: World, operation: Operation, { token }: Person, more = '') => {
    const { hostname, port } = new URL(cairn.baseUrl);
    const length = operation.upload?.limit === 'logo' ? 2_000_000 : 4_000_000;
    const headers = {
      authorization: `Bearer ${token}`,
      // Where a body may come in the place of a file, a file comes as a form.
      'content-type': operation.body === undefined ? 'text/csv' : 'multipart/form-data; boundary=x',
      'x-filename': 'junk.csv',
      'content-length': length,
    };
    const path = pathIn(world, operation) + more;
    const outgoing = request({ hostname, port, path, method: 'POST', headers });
    outgoing.write(randomBytes(CHUNK));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    outgoing.on('error', () => outgoing.destroy());
    const [body] = (await once(answer, 'data')) as [Buffer];
    outgoing.destroy();
    const { code, detail } = JSON.parse(String(body)) as { code: string; detail: string };
    return { status: answer.statusCode, code, detail };
  };

  it('what the address alone shows to be wrong is refused before the file is there', async () => {
    const before = await cairn.inside.blobs();
    const imports = uploads.filter(({ id }) => id.startsWith('importDataset'));
    expect(imports).toHaveLength(2);
    for (const operation of imports)
      expect(await toldEarly(hidden, operation, owner, '?columns=txet:body')).toMatchObject({
        status: 422,
        code: 'columns_invalid',
      });
    const format = imports.filter(({ path }) => path.endsWith('{format}'));
    expect(await toldEarly(hidden, format[0]!, owner, 'x')).toMatchObject({
      status: 422,
      code: 'format_unknown',
    });
    expect(await toldEarly(hidden, format[0]!, stranger, 'x')).toMatchObject({ status: 404 });
    expect(await cairn.inside.blobs()).toEqual(before);
  });

  it('an upload is refused before the file is there, and stores nothing', () =>
    everyOperation(uploads, async (operation) => {
      const before = await cairn.inside.blobs();
      const told = await toldEarly(hidden, operation, stranger);
      expect(told).toMatchObject({ status: 404, code: 'not_found' });
      expect(await toldEarly(nowhere, operation, stranger)).toEqual(told);
      expect(await toldEarly(nowhere, operation, owner)).toEqual(told);
      const refused = isInAsset(operation) ? { status: 403, code: 'forbidden' } : told;
      if (!isForEverybody(operation))
        expect(await toldEarly(shown, operation, stranger)).toMatchObject(refused);
      expect(await cairn.inside.blobs()).toEqual(before);
    }));
});
