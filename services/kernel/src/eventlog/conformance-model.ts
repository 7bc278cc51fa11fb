import fc from 'fast-check';
import { anEvent, asAppended, freshStream } from './conformance-events.js';
import type { StreamName } from '../base/position.js';
import type { Append, AppendOutcome, EventLog, EventToAppend, StreamTip } from './port.js';
import { NO_STREAM } from './port.js';

/** What happens to one of two streams: the tip of an earlier moment is expected, or an append is sent again. */
type Step =
  | { readonly kind: 'append'; readonly stream: number; readonly events: number; readonly stale: number }
  | { readonly kind: 'again'; readonly which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      stream: fc.nat({ max: 1 }),
      events: fc.integer({ min: 1, max: 3 }),
      stale: fc.nat({ max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat() }) },
);

/** A stream as a list, with each tip that it had. */
class ModelStream {
  readonly events: EventToAppend[] = [];
  readonly tips: StreamTip[] = [];
  constructor(readonly name: StreamName) {}

  /** `stale` steps back from the last tip. */
  expected(stale: number): Append['expected'] {
    return this.tips.at(-1 - stale) ?? NO_STREAM;
  }

  isCurrent(expected: Append['expected']): boolean {
    return expected === this.expected(0);
  }
}

const play = async (log: EventLog, steps: readonly Step[]): Promise<void> => {
  const streams = [new ModelStream(freshStream()), new ModelStream(freshStream())];
  const sent: { readonly append: Append; readonly outcome: AppendOutcome }[] = [];
  for (const each of steps) {
    if (each.kind === 'append') {
      const stream = streams[each.stream]!;
      const events = Array.from({ length: each.events }, (_, n) => anEvent({ n }));
      const append = { stream: stream.name, expected: stream.expected(each.stale), events };
      sent.push({ append, outcome: await appendOne(log, stream, append) });
    } else if (sent.length > 0) {
      const { append, outcome } = sent[each.which % sent.length]!;
      if (outcome.status === 'appended') expect((await log.append(append)).tip).toEqual(outcome.tip);
    }
  }
  for (const stream of streams) expect((await log.read(stream.name)).map(asAppended)).toEqual(stream.events);
};

const appendOne = async (log: EventLog, stream: ModelStream, append: Append): Promise<AppendOutcome> => {
  const outcome = await log.append(append);
  if (!stream.isCurrent(append.expected)) {
    expect(outcome).toEqual({ status: 'conflict', tip: stream.tips.at(-1) });
    return outcome;
  }
  expect(outcome.status).toBe('appended');
  stream.events.push(...append.events);
  expect(outcome.tip?.revision).toBe(BigInt(stream.events.length - 1));
  if (outcome.tip !== undefined) stream.tips.push(outcome.tip);
  return outcome;
};

/** The part of the suite that compares the log with lists in memory, over random sequences. */
export const modelCases = (log: () => EventLog): void => {
  it('does over any sequence what a list in memory does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), (steps) => play(log(), steps)),
      { numRuns: 40 },
    );
  });
};
