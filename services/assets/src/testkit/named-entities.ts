import type {
  EntityIds,
  NamedEntities,
  QueryDefinition,
  ShownEntity,
  UnusableEntities,
} from '@cairn/contracts';
import { freshId, isRefusal, type Principal, type QueryContext } from '@cairn/kernel';
import { conformance, type ServiceUnderTest } from '@cairn/kernel/testkit';
import type { TUnsafe } from '@sinclair/typebox';
import type { EntityAnswers } from '../read-models/named-entities.js';
import { AssetsUnderTest, outcome } from './under-test.js';
import { LOGO, withTwo } from './versions.js';
import type { AssetUnderTest, AssetWorld, Fields } from './world.js';

type Version = { readonly id: string };

/** What stands around a kind of asset that others name. */
export interface EntityWorld extends AssetWorld {
  readonly answers: EntityAnswers<Version, object>;
  readonly queries: {
    readonly unusable: QueryDefinition<string, TUnsafe<NamedEntities>, TUnsafe<UnusableEntities>>;
    readonly shown: QueryDefinition<string, TUnsafe<EntityIds>, TUnsafe<(ShownEntity & Fields)[]>>;
  };
  /** The scope that who uses one must have, and another one of it. */
  readonly scopes: { readonly uses: string; readonly other: string };
  /** What the kind shows beside what all do of one that is `whole`. */
  readonly shown: Fields;
  /** A version whose making ended half way. */
  half(this: void, running: ServiceUnderTest, assetId: string): Promise<string>;
  /** Deletes the active version, which a model keeps but for one that was activated in the same moment. */
  removeActive(
    running: ServiceUnderTest,
    who: Principal,
    assetId: string,
    versionId: string,
  ): Promise<unknown>;
}

type Under = () => AssetsUnderTest;
type Entity = NamedEntities['entities'][number];

const keyOf = (principal: Principal, ...scopes: string[]): Principal => ({
  ...principal,
  kind: 'key',
  scopes,
});

/** The reading, and how often it asks the documents. */
const counted = (context: QueryContext): { readonly context: QueryContext; readonly asked: () => number } => {
  let asked = 0;
  const { today } = context;
  const once = <Result>(result: Promise<Result>): Promise<Result> => {
    asked += 1;
    return result;
  };
  const documents: QueryContext['today'] = {
    get: (collection, id) => once(today.get(collection, id)),
    getMany: (collection, ids) => once(today.getMany(collection, ids)),
    getSome: (collection, ids, mostBytes) => once(today.getSome(collection, ids, mostBytes)),
    find: (collection, options) => once(today.find(collection, options)),
    findPage: (collection, options) => once(today.findPage(collection, options)),
    count: (collection, filter, limit) => once(today.count(collection, filter, limit)),
  };
  return { context: { ...context, documents, today: documents }, asked: () => asked };
};

/** What everything keeps to that others name, at the level of its service. */
export const entityConformance = (model: AssetUnderTest, world: EntityWorld): void => {
  const { area, called } = model.kind.contract;
  conformance(`what is answered of ${area}.${called} that others name`, () => {
    let under: AssetsUnderTest;
    beforeAll(async () => {
      under = await AssetsUnderTest.start(model, world);
    });
    afterAll(() => under.stop());
    usableCases(world, () => under);
    shownCases(world, () => under);
    boundCases(world, () => under);
  });
};

/** Who may use one, by how it came to be open to them. */
const usableCases = ({ answers, versions, scopes, half }: EntityWorld, under: Under): void => {
  const unusable = async (entities: Entity[], principal = under().ada): Promise<readonly number[]> =>
    (await answers.unusable(under().reading({ principal }), { entities })).unusable;

  it('is used by its owner, those it is shared with, colleagues where it is theirs, and everybody where it is public', async () => {
    const { ada, grace, ned, eve, root, acme } = under();
    const id = await under().made({ organization_id: acme });
    const users = async (): Promise<readonly string[]> => {
      const all = Object.entries({ ada, grace, ned, eve, root });
      const may = await Promise.all(all.map(([, principal]) => unusable([{ id }], principal)));
      return all.map(([name]) => name).filter((_, index) => may[index]?.length === 0);
    };
    expect(await users()).toEqual(['ada']);
    await under().shared(id, { user_id: grace.userId });
    await under().shared(id, { user_id: ned.userId, role_slug: 'share_editor' });
    expect(await users()).toEqual(['ada', 'grace', 'ned']);
    await under().update(id, { visibility: 'org' });
    expect(await users()).toEqual(['ada', 'grace', 'ned', 'root']);
    await under().update(id, { visibility: 'public' });
    expect(await users()).toEqual(['ada', 'grace', 'ned', 'eve', 'root']);
  });

  it('is used by a key that has the scope, and by no other', async () => {
    const { ada } = under();
    const { id, first } = await withTwo(under());
    const entities = [{ id }, { id, version_id: first }];
    expect(await unusable(entities, keyOf(ada, scopes.uses))).toEqual([]);
    expect(await unusable(entities, keyOf(ada, scopes.other))).toEqual([0, 1]);
    expect(await unusable(entities, { ...keyOf(ada, '*:*'), organizationId: under().acme })).toEqual([0, 1]);
  });

  it('is not used while it is deleted, nor what never was', async () => {
    const { id, first } = await withTwo(under());
    await under().remove(id);
    const entities = [{ id }, { id, version_id: first }, { id: freshId() }];
    expect(await unusable(entities)).toEqual([0, 1, 2]);
    await under().restore(id);
    expect(await unusable(entities)).toEqual([2]);
  });

  it('is used with a version of its own that is there, each told by its place', async () => {
    const { running, ada } = under();
    const { id, first, second } = await withTwo(under());
    const other = await withTwo(under());
    const unfinished = await half(running, id);
    const removed = await versions.make(running, ada, id);
    await versions.remove(running, ada, id, removed);
    const named = [first, other.first, second, removed, unfinished, freshId(), other.id, first, other.first];
    const entities = named.map((version_id) => ({ id, version_id }));
    expect(await unusable([...entities, { id: other.id, version_id: other.first }, { id }])).toEqual([
      1, 3, 4, 5, 6, 8,
    ]);
    expect(await unusable(entities.slice(0, 1), under().eve)).toEqual([0]);
  });
};

/** What is shown of one, to whom. */
const shownCases = (world: EntityWorld, under: Under): void => {
  const { answers, versions } = world;
  const shown = (ids: string[], principal = under().ada) =>
    answers.shown(under().reading({ principal }), { ids });

  it('is shown to its owner and to those it is shared with by its name, without its versions', async () => {
    const { grace, ned } = under();
    const { id, first } = await withTwo(under());
    const whole = {
      ...{ id, name: 'whole', description: 'words', logo: '' },
      ...{ has_direct_access: true, active_version_id: first, ...world.shown },
    };
    expect(await shown([id])).toEqual([whole]);
    await under().shared(id, { user_id: grace.userId });
    await under().shared(id, { user_id: ned.userId, role_slug: 'share_editor' });
    await under().setLogo(id, LOGO);
    const logo = `${under().contract.path.replace('{id}', id)}/logo`;
    for (const each of [grace, ned]) expect(await shown([id], each)).toEqual([{ ...whole, logo }]);
  });

  it('is shown with its versions, as lists show them, to those who see it otherwise', async () => {
    const { ned, eve, acme } = under();
    const { id, first, second } = await withTwo(under());
    await under().update(id, { organization_id: acme, visibility: 'org' });
    const seen = async (principal: Principal) => {
      const [one] = await shown([id], principal);
      return one && [one.has_direct_access, one.active_version_id, one.versions?.map((each) => each.id)];
    };
    expect([await seen(ned), await seen(eve)]).toEqual([[false, first, [second, first]], undefined]);
    await under().update(id, { visibility: 'public' });
    expect(await seen(eve)).toEqual([false, first, [second, first]]);
    const share = await under().shared(id, { user_id: ned.userId });
    expect(await seen(ned)).toEqual([true, first, undefined]);
    await under().removeShare(id, share);
    expect(await seen(ned)).toEqual([false, first, [second, first]]);
  });

  it('is shown with those of its versions alone that are there', async () => {
    const { running, ada, eve } = under();
    const { id, first, second } = await withTwo(under());
    await under().activate(id, second);
    const third = await versions.make(running, ada, id);
    await world.half(running, id);
    await under().update(id, { public: true });
    const told = async () => (await shown([id], eve)).map((each) => each.versions?.map((one) => one.id));
    expect(await told()).toEqual([[third, second, first]]);
    await versions.remove(running, ada, id, third);
    expect(await told()).toEqual([[second, first]]);
  });

  it('is shown with the newest version as active where that is gone, and with none while it has none', async () => {
    const { running, ada, eve } = under();
    const [{ id, first, second }, kept] = [await withTwo(under()), await withTwo(under())];
    const bare = await under().made();
    await world.removeActive(running, ada, id, first);
    await under().update(id, { public: true });
    const told = async (principal: Principal) =>
      new Map((await shown([id, kept.id, bare], principal)).map((one) => [one.id, one.active_version_id]));
    const { active_version_id } = await under().state(bare);
    expect(await told(ada)).toEqual(
      new Map([
        [id, second],
        [kept.id, kept.first],
        [bare, active_version_id],
      ]),
    );
    expect(await told(eve)).toEqual(new Map([[id, second]]));
  });

  it('is shown with its newest twenty', async () => {
    const { running, ada, eve } = under();
    const id = await under().made({ public: true });
    const made: string[] = [];
    for (let count = 0; count < 21; count += 1) made.unshift(await versions.make(running, ada, id));
    const [one] = await shown([id], eve);
    expect(one?.versions?.map((each) => each.id)).toEqual(made.slice(0, 20));
  });

  it('is not shown to others, nor to keys that may not read, nor when it is deleted (S5)', async () => {
    const { ada, eve } = under();
    const [id, gone] = [await under().made(), await under().made({ public: true })];
    await under().remove(gone);
    const ids = [id, gone, freshId()];
    expect([await shown(ids, eve), await shown(ids, keyOf(ada, 'me:*'))]).toEqual([[], []]);
    const { resource } = under().contract;
    const all = [await shown(ids), await shown(ids, keyOf(ada, `${resource}:read`))];
    expect(all.map((each) => each.map((one) => one.id))).toEqual([[id], [id]]);
  });
};

/** How much is asked at once. */
const boundCases = ({ answers, queries }: EntityWorld, under: Under): void => {
  it('is asked a thousand at most, of whom it is asked for', async () => {
    const { running, ada, eve } = under();
    const id = await under().made();
    const entities = Array.from({ length: 1_000 }, () => ({ id }));
    const ids = entities.map((each) => each.id);
    expect(await running.ask(ada, queries.unusable, { entities })).toEqual({ unusable: [] });
    const all = entities.map((_, index) => index);
    expect(await running.ask(eve, queries.unusable, { entities })).toEqual({ unusable: all });
    expect(await running.ask(ada, queries.shown, { ids })).toMatchObject([{ id }]);
    expect(await running.ask(eve, queries.shown, { ids })).toEqual([]);
    const more = [
      await running.ask(ada, queries.unusable, { entities: [...entities, { id }] }),
      await running.ask(ada, queries.shown, { ids: [...ids, id] }),
      await running.ask(ada, queries.shown, { ids: ['of no kind'] }),
    ];
    expect(more.map(isRefusal)).toEqual([true, true, true]);
  });

  it('asks the documents no more often for many than for one', async () => {
    const { eve } = under();
    const made: Entity[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { id, first } = await withTwo(under());
      expect(outcome(await under().update(id, { public: true }))).toBe('done');
      made.push({ id, version_id: first });
    }
    const askedFor = async (entities: Entity[]): Promise<readonly number[]> => {
      const [one, other] = [1, 2].map(() => counted(under().reading({ principal: eve })));
      await answers.unusable(one!.context, { entities });
      const shown = await answers.shown(other!.context, { ids: entities.map(({ id }) => id) });
      expect(shown).toHaveLength(entities.length);
      return [one!.asked(), other!.asked()];
    };
    expect(await askedFor(made)).toEqual(await askedFor(made.slice(0, 1)));
  });
};
