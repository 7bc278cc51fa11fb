import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Operation } from '@cairn/contracts';
import { every, named } from '../support/operations.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, pathIn, type World } from '../support/world.js';

const uploads = every(({ upload }) => upload !== undefined);
const CHUNK = 64 * 1024;

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
    const [dataset, version, item] = [randomUUID(), randomUUID(), randomUUID()];
    nowhere = { ...hidden, dataset, version, item };
  }, 60_000);
  afterAll(() => cairn.leave());

  /** Announces a file as large as may be, sends the first of it, and answers what is told in its midst. */
  const toldEarly = async (world: World, operation: Operation, { token }: Person) => {
    const { hostname, port } = new URL(cairn.baseUrl);
    const length = operation.upload?.limit === 'logo' ? 2_000_000 : 4_000_000;
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'text/csv',
      'x-filename': 'junk.csv',
      'content-length': length,
    };
    const path = pathIn(world, operation);
    const outgoing = request({ hostname, port, path, method: 'POST', headers });
    outgoing.write(randomBytes(CHUNK));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    outgoing.on('error', () => outgoing.destroy());
    const [body] = (await once(answer, 'data')) as [Buffer];
    outgoing.destroy();
    const { code, detail } = JSON.parse(String(body)) as { code: string; detail: string };
    return { status: answer.statusCode, code, detail };
  };

  it.each(named(uploads))(
    '%s is refused before the file is there, and stores nothing',
    async (_, operation) => {
      const before = await cairn.inside.blobs();
      const told = await toldEarly(hidden, operation, stranger);
      expect(told).toMatchObject({ status: 404, code: 'not_found' });
      expect(await toldEarly(nowhere, operation, stranger)).toEqual(told);
      expect(await toldEarly(nowhere, operation, owner)).toEqual(told);
      expect(await toldEarly(shown, operation, stranger)).toMatchObject({ status: 403, code: 'forbidden' });
      expect(await cairn.inside.blobs()).toEqual(before);
    },
  );
});
