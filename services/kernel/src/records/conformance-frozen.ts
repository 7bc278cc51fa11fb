import type { AnyRecord } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import { categoryOf } from '../domain/streams.js';
import type { Append } from '../eventlog/port.js';
import type { CommandReply } from '../messages/command-message.js';
import type { ServiceUnderTest } from '../testkit/service-under-test.js';
import { Gate } from './conformance-gate.js';
import {
  type Asking,
  type ModelUnderTest,
  outcome,
  RecordsUnderTest,
  type RecordWorld,
} from './conformance-world.js';

/** Takes a value, in one of the ways that there are. */
type Taking = (asking: Asking) => Promise<CommandReply>;
type Way = (under: RecordsUnderTest, field: string, value: string) => Promise<Taking>;

const another = (under: RecordsUnderTest, field: string) => ({ [field]: under.samples.another(field, null) });
const bodyWith = (under: RecordsUnderTest, field: string, value: string) => ({
  ...under.samples.required(),
  [field]: value,
});

const WAYS: Readonly<Record<string, Way>> = {
  'making one': async (under, field, value) => {
    const body = bodyWith(under, field, value);
    return (asking) => under.create(body, asking);
  },
  'changing one': async (under, field, value) => {
    const id = await under.made();
    return (asking) => under.update(id, { [field]: value }, asking);
  },
  'restoring one': async (under, field, value) => {
    const id = await under.made(bodyWith(under, field, value));
    await under.remove(id);
    return (asking) => under.restore(id, asking);
  },
  'undoing its deletion': async (under, field, value) => {
    const id = await under.made(bodyWith(under, field, value));
    await under.remove(id);
    return (asking) => under.revert(id, 1, asking);
  },
  'undoing its change': async (under, field, value) => {
    const id = await under.made(bodyWith(under, field, value));
    await under.update(id, another(under, field));
    return (asking) => under.revert(id, 1, asking);
  },
};

const LEFT_ALONE_MS = 30_000;

/** Records on a clock that can be late, and replicas that stop. */
interface Stopping {
  readonly under: RecordsUnderTest;
  readonly late: (ms: number) => void;
}
type Here = () => Stopping;

/** Begins on a replica that stops before such an append. */
const stopped = async (
  { under }: Stopping,
  isHeld: (append: Append) => boolean,
  begin: (by: ServiceUnderTest) => Promise<CommandReply>,
) => {
  const gate = new Gate();
  const { held, thaw } = gate.holdNext(isHeld);
  const owner = begin(under.running.replica(gate.through));
  await held;
  const ended = (): Promise<CommandReply> => {
    thaw();
    return owner;
  };
  return { ended };
};

/** The event that makes a claim count. */
const isOwners = ({ under }: Stopping) => {
  const { category } = under.record;
  return ({ stream }: Append): boolean => categoryOf(stream) === category;
};

/** How many live ones have a value. */
const having = async ({ under }: Stopping, field: string, value: string): Promise<number> => {
  const filter = { fields: { ...under.place(), deleted: false } };
  const all = await under.running.engines.documents.find(under.collection, {
    filter,
    sort: 'created_at',
    limit: 1000,
  });
  return all.filter((document) => document[field] === value).length;
};

const claimCases = (field: string, here: Here): void => {
  it.each(Object.entries(WAYS))(
    'is left for 30 s to who stops while %s, and then goes to another',
    async (_, way) => {
      const { under, late } = here();
      const value = under.samples.another(field, null) as string;
      const take = await way(under, field, value);
      const asking = { id: freshId(), withinMs: 600_000 };
      const { ended } = await stopped(here(), isOwners(here()), (by) => take({ ...asking, by }));
      const other = () => under.create(bodyWith(under, field, value));
      expect(outcome(await other())).toBe('value_taken');
      late(LEFT_ALONE_MS - 1_000);
      expect(outcome(await other())).toBe('value_taken');
      late(2_000);
      expect(outcome(await other())).toBe('done');
      expect(outcome(await ended())).toBe('conflict');
      expect([await take(asking), await take({})].map(outcome)).toEqual(['value_taken', 'value_taken']);
      expect(await having(here(), field, value)).toBe(1);
    },
  );

  it('is had by an owner that was late, when nobody else wanted it', async () => {
    const { under, late } = here();
    const body = bodyWith(under, field, under.samples.another(field, null) as string);
    const { ended } = await stopped(here(), isOwners(here()), (by) =>
      under.create(body, { by, withinMs: 600_000 }),
    );
    late(2 * LEFT_ALONE_MS);
    expect(outcome(await ended())).toBe('done');
    expect(outcome(await under.create(body))).toBe('value_taken');
  });
};

const releaseCases = (field: string, here: Here): void => {
  it('is not had by who stops while it has it, when another has it by then', async () => {
    const { under } = here();
    const value = under.samples.another(field, null) as string;
    const id = await under.made(bodyWith(under, field, value));
    const spelt = { [field]: value.toUpperCase() };
    const { ended } = await stopped(here(), isOwners(here()), (by) => under.update(id, spelt, { by }));
    expect(outcome(await under.update(id, another(under, field)))).toBe('done');
    expect(outcome(await under.create(bodyWith(under, field, value)))).toBe('done');
    expect(outcome(await ended())).toBe('conflict');
    expect(await having(here(), field, value.toUpperCase())).toBe(0);
  });

  it('goes to another when who left it stops before it gave it back, and stays there', async () => {
    const { under, late } = here();
    const value = under.samples.another(field, null) as string;
    const body = () => bodyWith(under, field, value);
    const id = await under.made(body());
    const isRelease = ({ events }: Append) => events.some(({ type }) => type.endsWith('.released.v1'));
    const { ended } = await stopped(here(), isRelease, (by) =>
      under.update(id, another(under, field), { by }),
    );
    late(LEFT_ALONE_MS + 1_000);
    expect(outcome(await under.create(body()))).toBe('done');
    expect(outcome(await ended())).toBe('done');
    const wanting = [await under.create(body()), await under.update(id, { [field]: value })];
    expect(wanting.map(outcome)).toEqual(['value_taken', 'value_taken']);
    expect(await having(here(), field, value)).toBe(1);
  });
};

/** Owners that stop between their claim and the event that makes it count (law 5). */
export const frozenCases = (record: AnyRecord, model: ModelUnderTest, world: RecordWorld): void => {
  let here: Stopping;
  beforeAll(async () => {
    let lateMs = 0;
    const clock = { now: () => Date.now() + lateMs };
    const under = await RecordsUnderTest.start(model, world, { clock });
    here = { under, late: (ms) => (lateMs += ms) };
  });
  afterAll(() => here.under.stop());

  describe.each((record.description.unique ?? []).map(({ field }) => field))('%s', (field) => {
    claimCases(field, () => here);
    releaseCases(field, () => here);
  });
};
