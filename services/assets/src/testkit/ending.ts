import { freshId, timestamp } from '@cairn/kernel';
import { LOGO } from './versions.js';
import { type AssetsUnderTest, outcome } from './under-test.js';
import type { AssetWorld, VersionWorld } from './world.js';

type Under = () => AssetsUnderTest;
const DAY = 24 * 60 * 60 * 1000;

/** Deleting and bringing back. */
export const endingCases = (under: Under): void => {
  it('is gone when it is deleted, for all that is asked of it, by one event that names its end', async () => {
    const { grace, model } = under();
    const id = await under().made({ ...under().whole(), visibility: 'public' });
    const share = await under().shared(id, { user_id: grace.userId });
    await under().setLogo(id, LOGO);
    const before = await under().read(id);
    const sent = under().now;
    expect(outcome(await under().remove(id))).toBe('done');
    expect(await under().deeds(id, 3)).toEqual(['deleted']);
    const { data, metadata } = (await under().events(id)).at(-1)!;
    const decided = timestamp(Date.parse((data as { readonly purge_at: string }).purge_at) - 30 * DAY);
    expect([sent <= decided, decided <= metadata.at]).toEqual([true, true]);
    for (const principal of [under().ada, grace, under().eve]) {
      expect(await under().read(id, { principal })).toBeUndefined();
      expect(await under().listed({}, { principal })).not.toContain(id);
    }
    const { updated_at, ...kept } = (await under().read(id, { deletedToo: true }))!;
    expect({ ...kept, updated_at: before!.updated_at }).toEqual(before);
    expect(updated_at >= before!.updated_at).toBe(true);
    const context = under().reading();
    const page = { limit: 10, sort: 'created_at' };
    expect(await model.reads.shares(context, id, page, async () => new Map())).toMatchObject({
      refused: 'not_found',
    });
    expect(await under().explained(id, under().ada.userId)).toBe('not_found');
    const codes = [
      await under().update(id, { name: 'x' }),
      await under().remove(id),
      await under().transfer(id, { user_id: grace.userId }),
      await under().activate(id, freshId()),
      await under().setLogo(id, LOGO),
      await under().removeLogo(id),
      await under().share(id, { user_id: under().ned.userId }),
      await under().updateShare(id, share, { role_slug: 'share_editor' }),
      await under().removeShare(id, share),
    ];
    expect(codes.map(outcome)).toEqual(codes.map(() => 'not_found'));
    expect(await under().history(id)).toHaveLength(4);
  });

  it('comes back as it was, for those who had it too', async () => {
    const { grace } = under();
    const id = await under().made(under().whole());
    await under().shared(id, { user_id: grace.userId });
    const [mine, hers] = [await under().read(id), await under().read(id, { principal: grace })];
    await under().remove(id);
    expect(outcome(await under().restore(id))).toBe('done');
    const { updated_at: _, ...same } = mine!;
    expect(await under().read(id)).toMatchObject(same);
    expect(await under().read(id, { principal: grace })).toMatchObject({
      id,
      share_role: hers!['share_role'],
    });
    expect(await under().listed()).toContain(id);
    expect(outcome(await under().restore(id))).toBe('not_deleted');
    expect(await under().deeds(id, 2)).toEqual(['deleted', 'restored']);
  });

  it('is deleted and brought back by who may delete it alone', async () => {
    const { grace, eve, ned } = under();
    const id = await under().made();
    await under().shared(id, { user_id: grace.userId, role_slug: 'share_editor' });
    await under().shared(id, { user_id: ned.userId });
    const codes = async (does: 'remove' | 'restore') => {
      const replies = [grace, ned, eve].map((principal) => under()[does](id, { principal }));
      return (await Promise.all(replies)).map(outcome);
    };
    expect(await codes('remove')).toEqual(['forbidden', 'forbidden', 'not_found']);
    await under().remove(id);
    expect(await codes('restore')).toEqual(['forbidden', 'forbidden', 'not_found']);
    expect(outcome(await under().restore(freshId()))).toBe('not_found');
  });
};

/** Its end for good. */
export const purgingCases = (world: AssetWorld, under: Under): void => {
  const purged = async (body: object = {}): Promise<string> => {
    const id = await under().made(body);
    await under().remove(id);
    expect(outcome(await under().purge(id))).toBe('done');
    return id;
  };

  it('is purged by a timer alone, and not when it is back', async () => {
    const { ada, model, contract } = under();
    const id = await under().made();
    expect(outcome(await under().purge(id))).toBe('done');
    await under().remove(id);
    const { data, metadata } = (await under().events(id)).at(-1)!;
    const { timers } = model.parts;
    const facts = { id, at: metadata.at } as Parameters<NonNullable<typeof timers>['set']>[1];
    const [timer] = timers!.set({ type: contract.events.deleted.name, data }, facts);
    const { purge_at: due } = data as { readonly purge_at: string };
    expect(timer).toMatchObject({ due, command: contract.commands.purge.name, input: { id } });
    for (const ended of ['restored', 'purged'] as const)
      expect(timers!.stop({ type: contract.events[ended].name, data: {} }, facts)).toEqual([timer!.id]);
    const [first, ...rest] = contract.resource;
    expect(await under().purge(id, ada)).toMatchObject({
      code: 'forbidden',
      detail: `${first!.toUpperCase()}${rest.join('')} are purged by a timer only.`,
    });
    await under().restore(id);
    expect(outcome(await under().purge(id))).toBe('done');
    expect([await under().deeds(id, 1), outcome(await under().purge(freshId()))]).toEqual([
      ['deleted', 'restored'],
      'not_found',
    ]);
    expect(await under().read(id)).toBeDefined();
  });

  it('does not come back from there, by whatever is tried, and is told to nobody who did not know of it', async () => {
    const id = await purged();
    const codes = [await under().restore(id), await under().revert(id, 1), await under().revert(id, 0)];
    expect(codes.map(outcome)).toEqual(['purged', 'purged', 'purged']);
    expect(outcome(await under().restore(id, { principal: under().eve }))).toBe('not_found');
    expect(outcome(await under().purge(id))).toBe('done');
    expect(await under().deeds(id)).toEqual(['created', 'deleted', 'purged']);
  });

  it('is read as it was, by who could', async () => {
    const id = await under().made({ name: 'before', public: true });
    const then = await under().pass();
    await under().remove(id);
    await under().purge(id);
    expect(await under().read(id, { at: then })).toMatchObject({ name: 'before' });
    expect(await under().history(id)).toHaveLength(3);
  });

  it('takes with it whom it was shared with, also what was taken back, and of no other', async () => {
    const { grace, ned, model, running } = under();
    const made = async () => {
      const id = await under().made();
      await under().shared(id, { user_id: grace.userId });
      await under().removeShare(id, await under().shared(id, { user_id: ned.userId }));
      return id;
    };
    const shares = (asset_id: string) =>
      running.engines.documents.count(
        model.collections.shares,
        { fields: { asset_id, deleted: [true, false] } },
        10,
      );
    const [there, deleted, gone] = [await made(), await made(), await made()];
    await under().sweep();
    for (const id of [deleted, gone]) await under().remove(id);
    expect(await under().sweep()).toBe(0);
    await under().purge(gone);
    expect(await under().sweep()).toBe(2);
    expect([await shares(there), await shares(deleted), await shares(gone)]).toEqual([2, 2, 0]);
    expect(await under().sweep()).toBe(0);
    await running.rebuild(model.projection.name);
    expect([await shares(gone), await under().sweep(), await shares(gone)]).toEqual([2, 2, 0]);
  });
  if (world.versions.swept !== undefined) sweptCases(world.versions.swept, under);
};

/** What is in its versions goes when it is purged. */
const sweptCases = ({ fill, filled }: NonNullable<VersionWorld['swept']>, under: Under): void => {
  it('takes with it what is in its versions, and of no other', async () => {
    const { running, ada, world } = under();
    const made = async () => {
      const id = await under().made();
      const version = await world.versions.make(running, ada, id);
      await fill(running, ada, id, version);
      return { id, version };
    };
    const [there, deleted, gone] = [await made(), await made(), await made()];
    for (const { id } of [deleted, gone]) await under().remove(id);
    expect(await under().sweep()).toBe(0);
    await under().purge(gone.id);
    expect(await under().sweep()).toBeGreaterThan(0);
    const left = await Promise.all([there, deleted, gone].map(({ version }) => filled(running, version)));
    expect(left.map((count) => count > 0)).toEqual([true, true, false]);
  });
};
