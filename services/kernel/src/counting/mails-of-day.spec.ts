import { type Principal, system } from '../access/principal.js';
import type { Admitted } from '../domain/aggregate.js';
import type { Executed } from '../domain/executed.js';
import { counter, CounterAdded } from '../testkit/counters.js';
import { ServiceUnderTest, someone } from '../testkit/index.js';
import { defaultAccountLimits } from '../config/account-limits.js';
import { mailingInDay } from './mails-of-day.js';

const NOON = Date.parse('2026-03-02T12:00:00.000Z');
const DONE = {
  status: 'done',
  stream: 'counter-x',
  revision: 0n,
  position: '1',
  replayed: false,
  appended: 1,
} as const;
const DECIDED: Admitted = {
  category: 'counter',
  state: counter.initial,
  events: [CounterAdded.of({ by: 1 })],
};

describe('mails to others in a day (S47)', () => {
  const [ada, grace] = [someone(), someone()];
  let running: ServiceUnderTest;
  beforeEach(async () => {
    const accountLimits = { ...defaultAccountLimits, mailsPerDay: 3, mailsToAddressPerDay: 2 };
    const nothing = { name: 'nothing', aggregates: [counter], commands: [], projections: [] };
    running = await ServiceUnderTest.of(nothing, { accountLimits, clock: { now: () => NOON } });
  });
  afterEach(() => running.stop());

  const mail = (principal: Principal, to: string | undefined, outcome: Executed = DONE): Promise<Executed> =>
    mailingInDay(
      { principal, tools: running.tools },
      ({ events }) => (events === DECIDED.events ? to : 'nobody that was decided'),
      async (admission) => (await admission(DECIDED)) ?? outcome,
    );
  /** `done`, or what is told. */
  const told = async (...sent: readonly (readonly [Principal, string | undefined])[]) => {
    const all: string[] = [];
    for (const [who, to] of sent) {
      const outcome = await mail(who, to);
      all.push('refused' in outcome ? outcome.detail : outcome.status);
    }
    return all;
  };
  const OF_ACCOUNT = '3 mails to others a day can be caused by one account, and no more today.';
  const OF_ADDRESS = '2 mails a day can be caused to one address, and no more today.';

  it('are bounded for an account, whoever they go to', async () => {
    const all = await told([ada, 'one'], [ada, 'two'], [ada, 'three'], [ada, 'four'], [grace, 'four']);
    expect(all).toEqual(['done', 'done', 'done', OF_ACCOUNT, 'done']);
    expect(await mail(ada, 'five')).toMatchObject({
      refused: 'mail_limit',
      retryAfterSeconds: 12 * 60 * 60,
    });
  });

  it('are bounded to an address, whoever causes them, and what is refused is not counted', async () => {
    const all = await told([ada, 'one'], [grace, 'one'], [ada, 'one'], [grace, 'one'], [ada, 'one']);
    expect(all).toEqual(['done', 'done', OF_ADDRESS, OF_ADDRESS, OF_ADDRESS]);
    expect(await told([ada, 'two'], [ada, 'three'], [ada, 'two'])).toEqual(['done', 'done', OF_ACCOUNT]);
    expect(await told([grace, 'two'])).toEqual(['done']);
  });

  it('are not counted where nobody is mailed, nothing comes of it, or Cairn itself does it', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await told([ada, undefined], [system, 'one'])).toEqual(['done', 'done']);
      await mail(ada, 'one', { ...DONE, replayed: true, appended: 0 });
    }
    expect(await told([ada, 'one'], [ada, 'one'], [ada, 'one'])).toEqual(['done', 'done', OF_ADDRESS]);
  });
});
