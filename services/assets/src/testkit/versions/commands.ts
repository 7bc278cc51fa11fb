import { type CommandReply, derivedId, freshId } from '@cairn/kernel';
import { outcome } from '../under-test.js';
import type { VersionsUnderTest } from './under-test.js';

type Under = () => VersionsUnderTest;
type Sent = (id: string) => Promise<CommandReply>;

/** What of an answer is the same when it is asked for again. */
const answered = (reply: CommandReply): object =>
  reply.status === 'done'
    ? { stream: reply.stream, revision: reply.revision, result: reply.result }
    : { refused: reply.code };

/** What a command does, once. */
export const onceCases = (under: Under): void => {
  it('is made once under one command, with the same answer, and something else under it is refused', async () => {
    const { assets } = under();
    const { asset, id: first } = await under().asset();
    const ways: readonly Sent[] = [
      (id) => under().create(asset, { ...under().whole(), ...under().world.inside?.brought }, { id }),
      (id) => under().duplicate({ asset, id: first }, { id }),
    ];
    for (const way of ways) {
      const id = freshId();
      const before = await way(id);
      const revisions = [await assets.revision(asset), (await under().listed(asset)).length];
      const again = await way(id);
      expect([before, again]).toMatchObject([{ replayed: false }, { replayed: true }]);
      expect(answered(again)).toEqual(answered(before));
      expect([await assets.revision(asset), (await under().listed(asset)).length]).toEqual(revisions);
      expect(outcome(await under().create(asset, under().unlike(), { id }))).toBe('idempotency_mismatch');
    }
  });

  it('is answered as before when what was copied is gone since', async () => {
    const one = await under().made(under().whole());
    const id = freshId();
    await under().duplicate(one, { id });
    await under().remove(one);
    expect(await under().duplicate(one, { id })).toMatchObject({ status: 'done', replayed: true });
  });

  it('is done once under one command, whatever is done', async () => {
    const one = await under().made();
    const ways: readonly Sent[] = [
      (id) => under().update(one, under().unlike(), { id }),
      (id) => under().revert(one, 1, { id }),
      (id) => under().remove(one, { id }),
      (id) => under().restore(one, { id }),
    ];
    for (const [index, way] of ways.entries()) {
      const id = freshId();
      const [before, again] = [await way(id), await way(id)];
      expect([before, again]).toMatchObject([
        { status: 'done', replayed: false },
        { status: 'done', replayed: true },
      ]);
      expect([answered(again), await under().revision(one)]).toEqual([answered(before), index + 1]);
    }
  });

  it('is not changed by who has seen another revision of it', async () => {
    const one = await under().made(under().whole());
    await under().update(one, under().unlike());
    const before = await under().read(one);
    const late = { expectedRevision: '0' };
    const replies = [
      await under().update(one, under().whole(), late),
      await under().revert(one, 1, late),
      await under().remove(one, late),
    ];
    expect(replies.map(outcome)).toEqual(replies.map(() => 'precondition_failed'));
    expect(await under().read(one)).toEqual(before);
    expect(outcome(await under().remove(one, { expectedRevision: '1' }))).toBe('done');
    expect(outcome(await under().restore(one, late))).toBe('precondition_failed');
    expect(outcome(await under().restore(one, { expectedRevision: '2' }))).toBe('done');
  });

  it('is not made by who has seen another revision of its asset, and nothing is left of it', async () => {
    const { assets } = under();
    const { asset, id: first } = await under().asset();
    const tip = await assets.revision(asset);
    await assets.update(asset, { name: 'changed' });
    const ways = [
      (asking: object) => under().create(asset, {}, asking),
      (asking: object) => under().duplicate({ asset, id: first }, asking),
    ];
    for (const way of ways) {
      const id = freshId();
      const late = { id, expectedRevision: String(tip) };
      expect(outcome(await way(late))).toBe('precondition_failed');
      expect(await under().events({ id: derivedId(id, 'version', 0) })).toEqual([]);
      const now = { expectedRevision: String(await assets.revision(asset)) };
      expect(outcome(await way(now))).toBe('done');
    }
    expect(await under().listed(asset)).toHaveLength(3);
  });

  it('keeps what many change at once', async () => {
    const one = await under().made();
    const sent = ['name', 'description', 'version'].map((field) =>
      under().update(one, { [field]: 'at once' }),
    );
    expect((await Promise.all(sent)).map(outcome)).toEqual(['done', 'done', 'done']);
    expect(await under().read(one)).toMatchObject({
      name: 'at once',
      description: 'at once',
      version: 'at once',
    });
  });
};

/** What the versions bring is what their service runs. */
export const serviceCases = (under: Under): void => {
  const isIn = <Value>(all: readonly Value[] | undefined, some: readonly Value[] | undefined): void => {
    for (const one of some ?? []) expect(all).toContain(one);
  };
  const names = (all: readonly { readonly contract: { readonly name: string } }[] | undefined) =>
    (all ?? []).map(({ contract }) => contract.name);

  it('has its streams folded, its commands done, its documents made, read as they were, purged in time', () => {
    const { model, world, contract } = under();
    const { service } = world;
    const parts = model.parts(world.assets.reads);
    isIn(service.aggregates, parts.aggregates);
    isIn(service.aggregates, [model.kind.aggregate]);
    isIn(names(service.commands), names(parts.commands));
    expect([...names(parts.commands)].sort()).toEqual(
      Object.values({ ...contract.commands })
        .map(({ name }) => name)
        .sort(),
    );
    isIn(model.kind.aggregate.events, Object.values(contract.events));
    isIn(service.projections, [model.projection]);
    isIn(service.timers?.events, parts.timers!.events);
    const { versions, past } = model.collections;
    const travelled = service.timeTravelled?.map(({ collection }) => collection);
    isIn(travelled, [versions, past]);
    expect(service.published?.mayRead).toBeDefined();
  });
};
