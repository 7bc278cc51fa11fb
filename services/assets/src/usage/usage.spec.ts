import { freshId, noQuotas, type Principal, sameForAll, system } from '@cairn/kernel';
import { documentsOf, ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { maps } from '../testing/atlas.js';
import { chargedAtlas, deleteDrawing, draw, mapUsage, purgeDrawing } from '../testing/charged-atlas.js';
import { KnownGroups } from '../testkit/groups.js';
import { KnownPeople } from '../testkit/identity.js';
import { accountRoomsOf } from './asset-usage.js';
import { accountOf } from './payers.js';

const BYTES = 9_000;
const file = (size: number) => ({
  ...{ sha256: 'a'.repeat(64), size },
  ...{ content_type: 'image/png', file_name: 'map.png' },
});

describe('S47: what a kind of asset is charged for', () => {
  const [ada, grace] = [someone(), someone()];
  const { commands } = maps.kind.contract;
  let running: ServiceUnderTest;
  let acme: string;
  beforeEach(async () => {
    const rights = new KnownGroups();
    const people = new KnownPeople(rights);
    acme = rights.organization([ada, 'org_admin'], [grace, 'org_member']);
    running = await ServiceUnderTest.of(chargedAtlas, {
      ...{ rights, quotas: { ...noQuotas, bytes: BYTES } },
      find: (name) => (name === 'identity' ? people : undefined),
    });
  });
  /** Whatever a spec did, the totals that are kept are what is added up. */
  afterEach(async () => {
    for (const who of [ada, grace]) expect(await kept(who)).toEqual(await amounts(who));
    await running.stop();
  });

  const made = (who: Principal = ada, body: object = {}) =>
    running.make(who, commands.create, { body: { name: 'cliffs', ...body } }, 'map');
  const sketch = (map_id: string, size: number) => ({
    ...{ id: freshId(), map_id, text: 'Küste' },
    file: file(size),
  });
  const drawing = async (map_id: string, size: number, who: Principal = ada) => {
    const its = sketch(map_id, size);
    await running.done(who, draw, its);
    return its.id;
  };
  const usedBy = ({ userId }: Principal) =>
    mapUsage.usedBy(running.engines.documents, accountOf(userId), sameForAll(noQuotas));
  const amounts = async (who: Principal) => ({ ...(await usedBy(who)), documents: 0 });
  const kept = async ({ userId }: Principal) => {
    const total = mapUsage.totalOf(running.engines.documents, accountOf(userId), sameForAll(noQuotas));
    return { ...(await total), documents: 0 };
  };
  const bytesOf = async (who: Principal) => (await usedBy(who)).bytes;
  /** What the text of events takes: all that the log has, or of one stream. */
  const textBytes = async (id = '') => {
    const { events } = await running.engines.log.readAll({
      ...{ after: '', categories: ['map', 'drawing'], limit: 1_000 },
    });
    const its = events.filter(({ stream }) => stream.endsWith(id));
    return its.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)), 0);
  };
  /** Draws until an account is full, to the byte. */
  const fill = async (map_id: string, who: Principal = ada) => {
    const [left, text] = [BYTES - (await bytesOf(who)), JSON.stringify(sketch(map_id, 1_000))];
    await drawing(map_id, left - Buffer.byteLength(text), who);
    expect(await bytesOf(who)).toBe(BYTES);
  };
  const deleted = async (id: string, who: Principal = ada) => {
    await running.done(who, commands.delete, { id });
    return { id };
  };
  const full = { status: 'refused', code: 'quota_reached' };

  it('is the text of its events and of those in it, and the files that they name', async () => {
    const id = await made();
    await running.done(ada, commands.update, { id, body: { depth: 4 } });
    await drawing(id, 1_000);
    await running.done(ada, commands.setLogo, { id, file: file(500) });
    const bytes = (await textBytes()) + 1_500;
    expect(await usedBy(ada)).toEqual({ datasets: 0, items: 0, bytes, documents: 2 });
    expect(await bytesOf(grace)).toBe(0);
  });

  it('law 1: is the same when it is counted anew', async () => {
    const ids = [await made(), await made(grace)];
    await drawing(ids[0]!, 1_000);
    await running.done(ada, purgeDrawing, { id: await drawing(ids[0]!, 70) });
    await running.done(ada, commands.update, { id: ids[0]!, body: { organization_id: acme } });
    const documents = async () => {
      const all = mapUsage.projection.collections.map(({ name }) =>
        running.engines.documents.find(name, { filter: {}, sort: 'id', limit: 100 }),
      );
      return Promise.all(all);
    };
    const counted = await documents();
    const source = { ...running.engines, categories: ['map', 'drawing'] };
    const folded = await documentsOf([mapUsage.projection], source);
    expect(counted.flat()).toHaveLength(3);
    expect(new Map([...folded].flatMap(([, all]) => [...all]))).toEqual(
      new Map(counted.flat().map((one) => [one.id, one])),
    );
    await running.rebuild('atlas.usage');
    expect(await documents()).toEqual(counted);
  });

  it('law 1: is kept as totals again with the first event after it was counted anew', async () => {
    await drawing(await made(ada, { organization_id: acme }), 1_000);
    await running.rebuild('atlas.usage');
    const progress = () => running.engines.documents.get('map_usage_totals', 'progress');
    expect(await progress()).toBeUndefined();
    expect(await kept(ada)).toEqual(await amounts(ada));
    await running.done(system, commands.purge, await deleted(await made()));
    expect(await progress()).toMatchObject({ up_to: null });
    expect(await kept(ada)).toEqual(await amounts(ada));
    expect((await kept(ada)).bytes).toBeGreaterThan(1_000);
  });

  it('is refused over the bound, of the asset as of what is in it', async () => {
    const id = await made();
    const used = await bytesOf(ada);
    expect(await running.send(ada, draw, sketch(id, BYTES))).toMatchObject({
      ...full,
      detail: `The account of the map’s owner has used ${used} of ${BYTES} bytes.`,
      errors: [{ code: 'bytes' }],
    });
    const notes = 'x'.repeat(BYTES);
    expect(await running.send(ada, commands.update, { id, body: { notes } })).toMatchObject(full);
    expect(await running.send(ada, commands.create, { body: { name: 'more', notes } })).toMatchObject(full);
    expect(await bytesOf(ada)).toBe(used);
  });

  it('goes on for what deletes, takes away or says who sees it, and for nothing else', async () => {
    const id = await made();
    await running.done(ada, commands.setLogo, { id, file: file(500) });
    const drawn = await drawing(id, 10);
    await fill(id);
    const refused = async (command: typeof commands.update, body: object) =>
      expect(await running.send(ada, command, { id, body })).toMatchObject(full);
    await refused(commands.update, { name: 'x' });
    await running.done(ada, deleteDrawing, { id: drawn });
    await running.done(ada, commands.update, { id, body: { organization_id: acme, visibility: 'org' } });
    await refused(commands.update, { visibility: 'private', notes: 'x' });
    await running.done(ada, commands.removeLogo, { id });
    await deleted(id);
    expect(await running.send(ada, commands.restore, { id })).toMatchObject(full);
  });

  it('moves with the asset, to who has room for all that it holds', async () => {
    const [id, others] = [await made(ada, { organization_id: acme }), await made(grace)];
    await drawing(id, 5_000);
    const [held, text] = [await bytesOf(ada), await textBytes(id)];
    await fill(others, grace);
    const give = () => running.send(ada, commands.transfer, { id, body: { user_id: grace.userId } });
    expect(await give()).toMatchObject(full);
    expect(await bytesOf(ada)).toBe(held);
    await running.done(system, commands.purge, await deleted(others, grace));
    expect(await give()).toMatchObject({ status: 'done' });
    expect(await bytesOf(ada)).toBe(0);
    expect(await bytesOf(grace)).toBe(held + (await textBytes(id)) - text);
  });

  it('law 6: is given back by a purge, of a stream in it or of the whole, and not before', async () => {
    const [kept, gone] = [await made(), await made()];
    const alone = await bytesOf(ada);
    const drawn = await drawing(gone, 1_000);
    const before = await bytesOf(ada);
    await running.done(ada, deleteDrawing, { id: drawn });
    expect(await bytesOf(ada)).toBeGreaterThan(before);
    await running.done(system, purgeDrawing, { id: drawn });
    expect(await bytesOf(ada)).toBe(alone);
    await drawing(gone, 1_000);
    await running.done(system, commands.purge, await deleted(gone));
    expect(await bytesOf(ada)).toBe(await textBytes(kept));
  });

  it('is asked before an upload, of the kinds that are charged', async () => {
    const id = await made();
    const { inAsset } = accountRoomsOf([mapUsage], running.engines.documents, running.tools.quotas);
    const left = BYTES - (await bytesOf(ada));
    const { resource } = mapUsage;
    expect(await inAsset({ resource, id }, { bytes: left })).toMatchObject({ bytesLeft: left });
    expect((await inAsset({ resource, id }, { bytes: left + 1 })).refusal).toMatchObject({
      refused: 'quota_reached',
    });
    expect(await inAsset({ resource: 'models', id }, { bytes: left + 1 })).toMatchObject({
      bytesLeft: Infinity,
    });
  });
});
