import { freshId, type Principal } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { atlasService, maps, setSheets, sheetsOf } from './testing/atlas.js';
import { assetConformance } from './testkit/index.js';

type Sheets = readonly string[];
/** Sets which sheets a map has: they are its versions. */
const set = async (
  running: ServiceUnderTest,
  who: Principal,
  id: string,
  sheetsAfter: (sheets: Sheets) => Sheets,
) => {
  const { state } = await running.tools.streams.current(maps.kind.aggregate, id);
  return running.done(who, setSheets, { id, sheets: [...sheetsAfter(sheetsOf(state))] });
};

assetConformance(maps, {
  service: atlasService,
  own: { depth: { initial: 0, values: [3, 4] } },
  versions: {
    make: async (running, who, id) => {
      const sheet = freshId();
      await set(running, who, id, (sheets) => [...sheets, sheet]);
      return sheet;
    },
    remove: (running, who, id, gone) =>
      set(running, who, id, (sheets) => sheets.filter((sheet) => sheet !== gone)),
  },
});

/** What is special about them. */
describe('a map', () => {
  const ada = someone();
  const { commands } = maps.kind.contract;
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(atlasService);
  });
  afterAll(() => running.stop());
  const made = (body: object) =>
    running.make(ada, commands.create, { body: { name: 'cliffs', depth: 3, ...body } }, 'map');
  const reverted = (id: string, revision: number) =>
    running.send(ada, commands.revert, { id, body: { revision } });

  it('has events that are named and described by what it is', () => {
    const { deleted, versionActivated } = maps.kind.contract.events;
    expect(versionActivated.storedType).toBe('atlas.map.version_activated.v1');
    expect(deleted).toMatchObject({ name: 'MapDeleted', description: expect.stringContaining('A map was') });
  });

  it('gets no shallower once it is public: neither by a change nor by a revert', async () => {
    const id = await made({});
    await running.done(ada, commands.update, { id, body: { depth: 4 } });
    await running.done(ada, commands.update, { id, body: { public: true } });
    expect(await running.send(ada, commands.update, { id, body: { depth: 2 } })).toMatchObject({
      code: 'conflict',
    });
    expect(await reverted(id, 1)).toMatchObject({ code: 'not_revertible' });
    await running.done(ada, commands.update, { id, body: { depth: 5 } });
  });

  it('has sheets by an event of its own, which its document counts and no revert takes away', async () => {
    const id = await made({});
    await set(running, ada, id, () => [freshId()]);
    expect(await maps.queries.byId(running.reading(ada), id)).toMatchObject({ revision: '1' });
    expect(await reverted(id, 1)).toMatchObject({ code: 'not_revertible' });
  });
});
