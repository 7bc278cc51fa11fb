import { type DocumentMaps, eventRegistry, projected, projectInMemory } from '@cairn/kernel';
import { live } from './life.js';
import type { VersionsUnderTest } from './under-test.js';

type Under = () => VersionsUnderTest;

/** What is folded and projected of one is the same, whatever happened to it. */
export const projectionCases = (under: Under): void => {
  it('is folded as it is projected, and shown, after each event', async () => {
    const { model, world } = under();
    await live(under(), async (one) => {
      const state = await under().state(one);
      const document = (await under().document(one))!;
      const shown = (await under().read(one, { deletedToo: true }))!;
      const folded = new Map<string, unknown>(Object.entries(state));
      for (const field of [...Object.keys(under().whole()), ...world.fresh, 'user_id']) {
        expect([field, document[field]]).toEqual([field, folded.get(field)]);
        if (field !== 'version') expect([field, shown[field]]).toEqual([field, folded.get(field)]);
      }
      expect([document[model.kind.assetField], document['deleted'], document['purged'] === true]).toEqual([
        state.asset_id,
        state.status !== 'live',
        state.status === 'purged',
      ]);
      expect(document['deleted_at'] === undefined).toBe(state.status === 'live');
      const { metadata } = (await under().events(one)).at(-1)!;
      expect([document['revision'], document['updated_at']]).toEqual([
        String(await under().revision(one)),
        metadata.at,
      ]);
    });
  });

  it('is kept as its events alone make it, and the same when its documents are made anew', async () => {
    const one = await live(under(), () => Promise.resolve());
    const { running, model } = under();
    const registry = eventRegistry([model.projection]);
    const made: DocumentMaps = new Map();
    for (const recorded of await under().events(one)) {
      const event = (await projected(registry, recorded, running.engines.vault))!;
      projectInMemory(model.projection, [event], made);
    }
    const documents = async () => {
      const kept: unknown[] = [];
      for (const [collection, all] of made)
        for (const id of all.keys()) kept.push(await running.engines.documents.get(collection, id));
      return kept;
    };
    const before = await documents();
    expect(before).toEqual([...made.values()].flatMap((all) => [...all.values()]));
    await running.rebuild(model.projection.name);
    expect(await documents()).toEqual(before);
  });

  it('is shown as before when the documents of its asset are made anew', async () => {
    const one = await under().made(under().whole());
    const before = [await under().read(one), await under().ofAsset(one.asset)];
    await under().running.rebuild(under().world.assets.projection.name);
    expect([await under().read(one), await under().ofAsset(one.asset)]).toEqual(before);
  });

  it('has no event that nothing here has brought about', async () => {
    const seen = await under().deeds(await live(under(), () => Promise.resolve()));
    for (const does of Object.keys(under().contract.events)) expect(seen).toContain(does);
  });
};
