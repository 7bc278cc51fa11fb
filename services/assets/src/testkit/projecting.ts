import { jsonSchemaOf, violations } from '@cairn/generate';
import { type DocumentMaps, eventRegistry, type Json, projected, projectInMemory } from '@cairn/kernel';
import { live } from './life.js';
import type { AssetsUnderTest } from './under-test.js';

type Under = () => AssetsUnderTest;

/** Fields that a state and a document have beside those that `whole` says. */
const ALIKE = [
  ...['user_id', 'organization_id', 'project_id', 'public', 'visibility', 'readers'],
  ...['active_version_id', 'logo', 'history_from'],
];

const statesOf = ({ model }: AssetsUnderTest) => model.parts.states![0]!;

/** As other teams read it now. */
const published = async (under: AssetsUnderTest, id: string): Promise<Json | undefined> => {
  const events = await under.events(id);
  const [first, event] = [events[0]!, events.at(-1)!];
  const times = { createdAt: first.metadata.at, updatedAt: event.metadata.at };
  const facts = { id, revision: event.revision, ...times, event };
  return statesOf(under).publicState(await under.state(id), facts);
};

/** What is folded, projected and published of one is the same, whatever happened to it. */
export const projectionCases = (under: Under): void => {
  it('is folded as it is projected, after each event, with whom it is shared', async () => {
    const { model, running } = under();
    await live(under(), async (id) => {
      const [state, document] = [await under().state(id), (await under().document(id))!];
      const folded = new Map<string, unknown>(Object.entries(state));
      for (const field of [...Object.keys(under().whole()), ...ALIKE])
        expect([field, document[field] ?? null]).toEqual([field, folded.get(field)]);
      expect([document['deleted'], document['purged'] === true]).toEqual([
        state.status !== 'live',
        state.status === 'purged',
      ]);
      expect(document['revision']).toBe(String(await under().revision(id)));
      const filter = { fields: { asset_id: id, deleted: false } };
      const found = await running.engines.documents.find(model.collections.shares, {
        ...{ filter, sort: 'created_at', limit: 100 },
      });
      const kept = found.map(({ id: share, user_id, role, expires_at, pending }) => [
        ...[share, user_id ?? null, role, expires_at ?? null, pending],
      ]);
      const shares = Object.values(state.shares).map((one) => [
        ...[one.id, one.user_id, one.role, one.expires_at, one.pending],
      ]);
      expect(kept.sort()).toEqual(shares.sort());
    });
  });

  it('has every event once, though it be applied twice, and the same documents when they are made anew', async () => {
    const id = await live(under(), () => Promise.resolve());
    const { running, model } = under();
    for (const projection of model.parts.projections!) {
      const registry = eventRegistry([projection]);
      const [once, twice]: [DocumentMaps, DocumentMaps] = [new Map(), new Map()];
      for (const recorded of await under().events(id)) {
        const event = await projected(registry, recorded, running.engines.vault);
        if (event === undefined) continue;
        projectInMemory(projection, [event], once);
        projectInMemory(projection, [event, event], twice);
        expect([recorded.type, twice]).toEqual([recorded.type, once]);
      }
      const documents = async () => {
        const kept: unknown[] = [];
        for (const [collection, all] of once)
          for (const one of all.keys()) kept.push(await running.engines.documents.get(collection, one));
        return kept;
      };
      const before = await documents();
      expect(before).toEqual([...once.values()].flatMap((all) => [...all.values()]));
      await running.rebuild(projection.name);
      expect(await documents()).toEqual(before);
    }
  });

  it('is published as its contract says, and not at all when it is deleted', async () => {
    const { contract } = statesOf(under());
    const schema = jsonSchemaOf(contract.schema);
    await live(under(), async (id) => {
      const told = await published(under(), id);
      const shown = await under().read(id);
      expect(told === undefined).toBe(shown === undefined);
      if (told === undefined || shown === undefined) return;
      expect(violations(schema, told)).toEqual([]);
      expect(JSON.stringify(told)).not.toContain('readers');
      const { logo: _, ...fields } = told as Readonly<Record<string, Json>>;
      const same = Object.entries(fields).filter(([field]) => field in shown);
      expect(same.length).toBeGreaterThan(8);
      expect(shown).toMatchObject(Object.fromEntries(same));
    });
  });

  it('has no event that nothing here has brought about', async () => {
    const seen = new Set(await under().deeds(await live(under(), () => Promise.resolve())));
    for (const does of Object.keys(under().contract.events)) expect([...seen]).toContain(does);
  });
};
