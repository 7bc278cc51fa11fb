import type { AnyRecord, Unique } from '@cairn/contracts';
import fc from 'fast-check';
import { derivedId, freshId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import { nameKey } from '../domain/plain-name.js';
import { eventRegistry } from '../domain/registry.js';
import { START } from '../base/position.js';
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
import type { RecordState } from './state.js';

/** Something that is asked of one of the replicas, about one of the records that there are. */
const step = fc.record({
  deed: fc.constantFrom('create', 'create', 'take', 'leave', 'remove', 'restore', 'revert'),
  replica: fc.nat({ max: 2 }),
  which: fc.nat({ max: 5 }),
  value: fc.nat({ max: 2 }),
  revision: fc.integer({ min: 1, max: 6 }),
  slowMs: fc.nat({ max: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const rounds = fc.array(
  fc.record({ steps: fc.array(step, { minLength: 8, maxLength: 8 }), isLate: fc.boolean() }),
  { minLength: 40, maxLength: 40 },
);

/** Records that want the same few values, on three replicas that are slow and whose clocks jump. */
class Rivals {
  readonly #gates = [new Gate(), new Gate(), new Gate()];
  readonly #replicas: readonly ServiceUnderTest[];
  readonly #ids: string[] = [];
  readonly values: readonly string[];
  readonly told = new Set<string>();

  constructor(
    readonly under: RecordsUnderTest,
    readonly unique: Unique,
  ) {
    this.#replicas = this.#gates.map(({ through }) => under.running.replica(through));
    this.values = [0, 1, 2].map(() => under.samples.another(unique.field, null) as string);
  }

  body(value: number): object {
    return { ...this.under.samples.required(), [this.unique.field]: this.values[value] };
  }

  async play(each: Step): Promise<void> {
    const id = freshId();
    this.#gates[each.replica]!.before = () => pause(each.slowMs);
    const reply = await this.#asked(each, { id, by: this.#replicas[each.replica]!, withinMs: 600_000 });
    this.told.add(`${each.deed} ${outcome(reply)}`);
    if (each.deed !== 'create' || reply.status !== 'done') return;
    this.#ids.unshift(derivedId(id, this.under.record.description.entity, 0));
    this.#ids.splice(6);
  }

  #asked({ deed, which, value, revision }: Step, asking: Asking): Promise<CommandReply> {
    const { under, unique } = this;
    const { field } = unique;
    const id = this.#ids[which] ?? this.#ids[0];
    if (deed === 'create' || id === undefined) return under.create(this.body(value), asking);
    switch (deed) {
      case 'take':
        return under.update(id, { [field]: this.values[value] }, asking);
      case 'leave':
        return under.update(id, { [field]: under.samples.another(field, null) }, asking);
      case 'remove':
        return under.remove(id, asking);
      case 'restore':
        return under.restore(id, asking);
      default:
        return under.revert(id, revision, asking);
    }
  }

  /** The values that live ones have at the end; throws where two had one after any event. */
  async had(): Promise<ReadonlySet<string>> {
    const { under, unique } = this;
    const { aggregate, projection } = under.model;
    const registry = eventRegistry([projection]);
    const states = new Map<string, RecordState>();
    const categories = [aggregate.category];
    const { events } = await under.running.engines.log.readAll({ after: START, categories, limit: 100_000 });
    let had: readonly string[] = [];
    for (const recorded of events) {
      const { stream, metadata, revision, id: eventId } = recorded;
      const event = registry.understand(recorded)!;
      const facts = { ...metadata, revision, eventId };
      states.set(stream, aggregate.evolve(states.get(stream) ?? aggregate.initial, event, facts));
      had = [...states.values()].flatMap((state) => keyOf(state, unique));
      expect([recorded.type, new Set(had).size]).toEqual([recorded.type, had.length]);
    }
    return new Set(had);
  }
}

const keyOf = (state: RecordState, { field, within }: Unique): readonly string[] => {
  if (state.status !== 'live') return [];
  const scope = within === undefined ? '' : JSON.stringify(state.values[within]);
  return [`${scope} ${nameKey(state.values[field] as string)}`];
};

/** Whatever happens, in whatever order: one record at most has a value, and one that none has is free. */
export const replicaCases = (record: AnyRecord, model: ModelUnderTest, world: RecordWorld): void => {
  let under: RecordsUnderTest;
  let late = 0;
  beforeAll(async () => {
    under = await RecordsUnderTest.start(model, world, { clock: { now: () => Date.now() + late } });
  });
  afterAll(() => under.stop());

  it.each([...(record.description.unique ?? [])])(
    '$field is had by one at most, whatever three slow replicas are asked in whatever order',
    async (unique) => {
      await fc.assert(
        fc.asyncProperty(rounds, async (all) => {
          const rivals = new Rivals(under, unique);
          for (const { steps, isLate } of all) {
            await Promise.all(steps.map((each) => rivals.play(each)));
            if (isLate) late += 31_000;
          }
          const had = [...(await rivals.had())];
          late += 31_000;
          for (const [index, value] of rivals.values.entries()) {
            const isHad = had.some((key) => key.endsWith(` ${nameKey(value)}`));
            expect([value, outcome(await under.create(rivals.body(index)))]).toEqual([
              value,
              isHad ? 'value_taken' : 'done',
            ]);
          }
          expect([...rivals.told]).toEqual(
            expect.arrayContaining(['create done', 'create value_taken', 'take done', 'restore done']),
          );
        }),
        { numRuns: 1, endOnFailure: true },
      );
    },
  );
};
