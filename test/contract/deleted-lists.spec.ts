import { allOperations, type Operation } from '@cairn/contracts';
import { answerOf, type ReadAnswer } from '../support/answers.js';
import { changeAssets } from '../support/assets.js';
import { checkedClient } from '../support/contract.js';
import { every, everyOperation } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { preparedIn } from '../support/prepared.js';
import { RIGHTS } from '../support/rights.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { askerOf, makeWorld, makeWorldFor, parameterNames, requestIn, type World } from '../support/world.js';

const lists = every(({ list }) => list?.filters !== undefined && 'deleted' in list.filters);

/** The operation that brings back one of a list. */
const restoring = ({ path }: Operation): Operation => {
  const found = allOperations.find(
    (operation) => operation.method === 'POST' && isRestoreIn(operation.path, path),
  );
  if (found === undefined) throw new Error(`nothing of ${path} can be restored`);
  return found;
};
const isRestoreIn = (path: string, many: string): boolean =>
  path.startsWith(`${many}/{`) && /^\/\{\w+\}\/restore$/.test(path.slice(many.length));

describe.each(topologies)('lists of what was deleted on $name', (topology) => {
  let cairn: SharedCairn;
  let shared: World;
  let stranger: Person;

  beforeAll(async () => {
    cairn = await topology.shared();
    shared = await makeWorld(await somebody(cairn), 'private', await administrator(cairn));
    stranger = await somebody(cairn, 'eve');
  });
  afterAll(() => cairn.leave());

  it('have what can be restored, for who may restore it, and nothing else', () =>
    everyOperation(lists, async (operation) => {
      const restore = restoring(operation);
      const world = await makeWorldFor(operation, shared, () => somebody(cairn));
      await changeAssets(world.person, world, { public: true });
      const request = await preparedIn(cairn, world, restore);
      const id = request.params?.[parameterNames(restore).at(-1) ?? ''];
      const asked = (who: Person, query: object): Promise<ReadAnswer> =>
        answerOf(checkedClient(cairn.baseUrl, who.token), {
          ...requestIn(world, operation),
          query: { limit: 1000, ...query },
        });
      const asker = askerOf(world, operation);
      const isIn = async (query: object, who = asker): Promise<boolean> =>
        (await asked(who, query)).text.includes(`"id":"${String(id)}"`);
      const seen = async () => [
        await isIn({}),
        await isIn({ deleted: true }),
        await isIn({ deleted: false }),
      ];
      expect(await seen()).toEqual([false, true, false]);
      const isEverybodys = RIGHTS.get(operation.id)?.[0] === 'of everybody';
      expect(await isIn({ deleted: true }, stranger)).toBe(isEverybodys);
      await asker.client.send(request);
      expect(await seen()).toEqual([true, false, true]);
    }));
});
