import { allOperations, type Operation } from '@cairn/contracts';
import { AT_ONCE } from '../support/cells.js';
import { checkedClient, operationOf } from '../support/contract.js';
import { everyServed, everyOperation, isProtected, isUnsafe } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { preparedIn, senderOf } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { askerOf, makeWorld, makeWorldFor, requestIn, type World } from '../support/world.js';

/** What needs more than Node is served where that is installed. */
const served = everyServed(() => true);

describe.each(topologies)('every operation on $name', (topology) => {
  let cairn: SharedCairn;
  let shared: World;
  let admin: Person;
  const succeeded = new Set<string>();

  beforeAll(async () => {
    cairn = await topology.shared();
    admin = await administrator(cairn);
    shared = await makeWorld(await somebody(cairn), 'private', admin);
  });
  afterAll(() => cairn.leave());

  const checkedFor = (token?: string) => checkedClient(cairn.baseUrl, token);
  const sendersOf = (world: World) => ({
    owner: checkedFor(world.person.token),
    administrator: checkedFor(admin.token),
    nobody: checkedFor(),
  });

  const answers = async (operation: Operation): Promise<void> => {
    const world = isUnsafe(operation) ? await makeWorldFor(operation, shared, () => somebody(cairn)) : shared;
    const request = await preparedIn(cairn, world, operation);
    const response = await senderOf(operation, sendersOf(world)).send(request);
    await response.arrayBuffer();
    expect(response.status).toBeLessThan(300);
    const at = new URL(response.url).pathname;
    expect(operationOf(operation.method, at)?.id).toBe(operation.id);
    succeeded.add(operation.id);
    if (response.status !== 201) return;
    const made = await checkedFor(askerOf(world, operation).token).send({
      method: 'GET',
      path: response.headers.get('location') ?? '',
    });
    expect(made.status).toBe(200);
    const revision = (of: Response): string | undefined => of.headers.get('etag')?.split('.')[0];
    if (operation.etag) expect(revision(made)).toBe(revision(response));
  };
  const reads = served.filter((operation) => !isUnsafe(operation));
  const writes = served.filter(isUnsafe);
  it('a read answers as the document says', () => everyOperation(reads, answers, { atOnce: AT_ONCE }));
  it('a write answers as the document says', () => everyOperation(writes, answers), 300_000);

  it('none was left uncalled', () => {
    expect(served.map(({ id }) => id).filter((id) => !succeeded.has(id))).toEqual([]);
  });

  const refuses = async (operation: Operation): Promise<void> => {
    const request = requestIn(shared, operation);
    const owner = checkedFor(askerOf(shared, operation).token);
    const nobody = await checkedFor().send(request);
    expect(nobody.status).toBe(401);
    const unknown = await owner.send({ ...request, query: { no_such_parameter: 1 } });
    expect([400, 403]).toContain(unknown.status);
    if (unknown.status === 400)
      expect(await unknown.json()).toMatchObject({
        code: 'unknown_parameter',
        errors: [{ parameter: 'no_such_parameter' }],
      });
    if (operation.body === undefined) return;
    const malformed = await owner.send({ ...request, headers: { 'content-type': 'text/plain' } });
    expect(malformed.status).toBe(415);
    const wrong = await owner.send({ ...request, body: [] });
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({ code: 'invalid_body' });
  };
  it('an operation refuses as the document says', () =>
    everyOperation(allOperations.filter(isProtected), refuses, { atOnce: AT_ONCE }));
});
