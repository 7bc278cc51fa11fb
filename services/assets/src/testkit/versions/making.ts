import { type CommandReply, derivedId, type EventLog, freshId, LogUnavailable } from '@cairn/kernel';
import { outcome } from '../under-test.js';
import { type One, refusedAt, type VersionsUnderTest } from './under-test.js';
import type { VersionsOfKind, VersionsWorld } from './world.js';

type Under = () => VersionsUnderTest;

/** How one is made. */
export const makingCases = (model: VersionsOfKind, world: VersionsWorld, under: Under): void => {
  it('is number 1, active, as it is at first, and seen in its asset, when it is the first', async () => {
    const { ada, assets, contract } = under();
    const one = await under().asset();
    const shown = (await under().read(one))!;
    const { name: _, ...names } = { name: '', description: '', version: '1' };
    const fields = { id: one.id, user_id: ada.userId, version_number: 1, name: '', ...names };
    const own = { ...under().cleared(), [model.kind.assetField]: one.asset };
    expect(shown).toMatchObject({ ...fields, ...own });
    expect([shown.updated_at, await under().deeds(one)]).toEqual([shown.created_at, ['created']]);
    expect(await assets.read(one.asset)).toMatchObject({
      active_version_id: one.id,
      activation: { version_id: one.id, at: shown.created_at, user_id: ada.userId, reason: '' },
      versions: [{ id: one.id, version_number: 1, [`${contract.called}_id`]: one.asset }],
    });
  });

  it('is made of all that can be said of it, and is not active when there is another', async () => {
    const { asset, id: first } = await under().asset();
    const one = await under().made(under().whole(), asset);
    expect(await under().read(one)).toMatchObject({ ...under().whole(), id: one.id, version_number: 2 });
    expect(await under().assets.read(asset)).toMatchObject({ active_version_id: first });
    expect((await under().ofAsset(asset))!.map(({ id }) => id)).toEqual([first, one.id]);
  });

  it('answers for itself, with its id', async () => {
    const id = freshId();
    const { asset } = await under().asset();
    const made = { asset, id: derivedId(id, 'version', 0) };
    expect(await under().create(asset, world.inside?.brought, { id })).toMatchObject({
      stream: under().stream(made),
      revision: String(await under().revision(made)),
      result: { version_id: made.id },
    });
  });

  it('is of the organization of its asset, from its first event on', async () => {
    const { acme } = under().assets;
    const one = await under().asset({ organization_id: acme });
    const all = [one, await under().made({}, one.asset), await under().copied(one), await under().asset()];
    const events = await Promise.all(all.map((each) => under().events(each)));
    expect(events.map(([first]) => first!.metadata.organization)).toEqual([acme, acme, acme, undefined]);
  });

  it('has what the server alone says from the server', async () => {
    const { ada, assets } = under();
    const { asset } = await under().asset();
    const other = await under().asset();
    const theirs = {
      ...{ id: freshId(), user_id: assets.eve.userId, version_number: 99, asset_id: other.asset },
      ...{ [model.kind.assetField]: other.asset, deleted: true, status: 'purged', revision: '9' },
      ...Object.fromEntries(world.fresh.map((field) => [field, 'theirs'])),
    };
    const one = await under().made(theirs, asset);
    const shown = (await under().read(one))!;
    const ours = { id: one.id, user_id: ada.userId, version_number: 2, [model.kind.assetField]: asset };
    expect(shown).toMatchObject(ours);
    for (const field of world.fresh) expect([field, shown[field]]).not.toEqual([field, 'theirs']);
    expect(outcome(await under().update(one, theirs))).toBe('done');
    expect([await under().revision(one), await under().read(one)]).toEqual([0, shown]);
  });

  if (world.inside !== undefined)
    it('is made with what its body puts into it, alone or with its asset', async () => {
      const { brought } = world.inside!;
      const alone = (await under().read(await under().made(brought)))!;
      expect(under().said(alone).length).toBeGreaterThan(0);
      const withAsset = (await under().read(await under().asset(brought)))!;
      const isMadeWith = model.ofAsset.first !== undefined;
      expect(under().said(withAsset)).toEqual(isMadeWith ? under().said(alone) : []);
      const ids = under()
        .parts(alone)
        .map(({ id }) => id);
      expect(
        under()
          .parts(withAsset)
          .filter(({ id }) => ids.includes(id)),
      ).toEqual([]);
    });

  const refused = Object.entries(world.own).flatMap(([name, { refused: all = [] }]) =>
    all.map((one) => [name, one.code, one] as const),
  );
  if (refused.length > 0)
    it.each(refused)('%s has no value that is %s', async (name, _, { value, code, pointer }) => {
      const { asset } = await under().asset();
      const [before, id] = [await under().assets.revision(asset), freshId()];
      expect(refusedAt(await under().create(asset, { [name]: value }, { id }))).toEqual([code, pointer]);
      expect(await under().events({ id: derivedId(id, 'version', 0) })).toEqual([]);
      expect(await under().assets.revision(asset)).toBe(before);
      const one = await under().made({}, asset);
      expect(refusedAt(await under().update(one, { [name]: value, name: 'x' }))).toEqual([code, pointer]);
      expect(await under().revision(one)).toBe(0);
    });
};

/** Its number. */
export const numberCases = (under: Under): void => {
  it('is the next one, without a gap, however many are made at once, by whichever replica', async () => {
    const { asset, id } = await under().asset();
    const { running } = under();
    const replicas = [running, running.replica()];
    const commands = Array.from({ length: 20 }, () => freshId());
    const making = commands.map((command, at) => {
      const asking = { id: command, by: replicas[at % 2]! };
      return at % 4 < 2
        ? under().duplicate({ asset, id }, asking)
        : under().create(asset, { name: `number ${at}` }, asking);
    });
    expect((await Promise.all(making)).map(outcome)).toEqual(commands.map(() => 'done'));
    const made = commands.map((command) => derivedId(command, 'version', 0));
    const versions = (await under().ofAsset(asset))!;
    expect(new Set(versions.map((one) => one.id))).toEqual(new Set([id, ...made]));
    const numbers = versions.map(({ version_number }) => version_number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
    for (const { version, version_number } of versions) expect(version).toBe(String(version_number));
    expect((await under().assets.state(asset)).active_version_id).toBe(id);
  });

  it('is given to no other when it is gone, and counts in its asset alone', async () => {
    const { asset } = await under().asset();
    const two = await under().made({}, asset);
    await under().remove(two);
    await under().purge(two.id);
    const [three, elsewhere] = [await under().made({}, asset), await under().made()];
    const numbers = [await under().read(three), await under().read(elsewhere)];
    expect(numbers.map((shown) => shown!.version_number)).toEqual([3, 2]);
  });

  it('is what it is called by until it is called otherwise', async () => {
    const one = await under().made({ version: 'spring' });
    const called = async () => (await under().read(one))!.version;
    expect(await called()).toBe('spring');
    await under().update(one, { version: '' });
    expect(await called()).toBe('2');
  });
};

/** A log that is away after one append: what a command has appended by then stays. */
const endingAfterOne = (log: EventLog): EventLog => {
  let isAway = false;
  return {
    append: async (append) => {
      if (isAway) throw new LogUnavailable('the log cannot be reached');
      isAway = true;
      return log.append(append);
    },
    appendMany: (appends) => log.appendMany(appends),
    read: (stream, options) => log.read(stream, options),
    readAll: (options) => log.readAll(options),
    subscribe: (options) => log.subscribe(options),
    head: () => log.head(),
    isPosition: (text) => log.isPosition(text),
    close: () => log.close(),
  };
};

/** What a command leaves that ends half way (law 5). */
export const halfMadeCases = (model: VersionsOfKind, under: Under): void => {
  /** Sends a command that ends after its first append. */
  const begun = async (send: (by: AskingHalf) => Promise<CommandReply>): Promise<string> => {
    const id = freshId();
    const by = under().running.replica(endingAfterOne);
    await send({ id, by, withinMs: 200 }).then(
      (reply) => expect(reply.status).toBe('refused'),
      (failure: unknown) => expect(failure).toBeInstanceOf(LogUnavailable),
    );
    const head = await under().running.engines.log.head();
    expect(await under().running.tools.reached(head, 10_000)).toBe(true);
    return id;
  };
  type AskingHalf = Parameters<VersionsUnderTest['create']>[2];

  const expectUnseen = async (one: One): Promise<void> => {
    expect(await under().deeds(one)).toContain('created');
    const { asset } = one;
    expect(await under().read(one)).toBeUndefined();
    expect(await under().read(one, { deletedToo: true })).toBeUndefined();
    expect(await under().read(one, { at: await under().pass() })).toBeUndefined();
    expect(await under().history(one)).toBeUndefined();
    if ((await under().assets.read(asset)) === undefined) return;
    expect(await under().listed(asset)).not.toContain(one.id);
    expect((await under().ofAsset(asset))!.map(({ id }) => id)).not.toContain(one.id);
  };

  it.each(['create', 'duplicate'] as const)(
    'is not seen before its asset has taken it in, and then has the next number: %s',
    async (does) => {
      const { asset, id: first } = await under().asset();
      const send = (asking: AskingHalf) =>
        does === 'create'
          ? under().create(asset, under().whole(), asking)
          : under().duplicate({ asset, id: first }, asking);
      const command = await begun(send);
      const one = { asset, id: derivedId(command, 'version', 0) };
      await expectUnseen(one);
      const second = await under().made({}, asset);
      await under().running.rebuild(model.projection.name);
      await expectUnseen(one);
      const appended = await under().revision(one);
      expect(outcome(await send({ id: command }))).toBe('done');
      const numbers = (await under().ofAsset(asset))!.map(({ id, version_number }) => [id, version_number]);
      expect(new Map(numbers as [string, number][])).toEqual(
        new Map([
          [first, 1],
          [second.id, 2],
          [one.id, 3],
        ]),
      );
      expect(await under().revision(one)).toBe(appended);
    },
  );

  if (model.ofAsset.first !== undefined)
    it('is not seen when its asset was never made', async () => {
      const { assets, ada, running } = under();
      const body = { name: 'half made' };
      const command = await begun((asking) =>
        asking!.by!.send(ada, assets.contract.commands.create, { body }, asking),
      );
      const asset = derivedId(command, assets.contract.called, 0);
      const one = { asset, id: derivedId(command, 'version', 0) };
      await expectUnseen(one);
      expect(await under().page(asset)).toBe('not_found');
      await running.done(ada, assets.contract.commands.create, { body }, command);
      expect(await under().read(one)).toMatchObject({ version_number: 1 });
      // Its first event is earlier than the first one of its asset.
      const { stream, metadata } = (await under().events(one))[0]!;
      const at = { at: metadata.at, pinned: { stream, revision: 0n } };
      expect(await under().read(one, { at })).toMatchObject({ version_number: 1 });
    });

  it('is not begun where it may not be made', async () => {
    const { grace, eve } = under().assets;
    const one = await under().sharedAsset();
    const gone = await under().asset();
    await under().assets.remove(gone.asset);
    const refusals = [
      [one.asset, grace, 'forbidden'],
      [one.asset, eve, 'not_found'],
      [gone.asset, under().ada, 'not_found'],
      [freshId(), under().ada, 'not_found'],
    ] as const;
    for (const [asset, principal, code] of refusals) {
      const id = freshId();
      expect(outcome(await under().create(asset, {}, { principal, id }))).toBe(code);
      expect(await under().events({ id: derivedId(id, 'version', 0) })).toEqual([]);
    }
  });
};
