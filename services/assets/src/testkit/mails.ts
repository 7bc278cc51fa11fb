import type { ShareInput } from '@cairn/contracts';
import { defaultAccountLimits, freshId, type Principal } from '@cairn/kernel';
import { someone } from '@cairn/kernel/testkit';
import { type AssetsUnderTest, outcome } from './under-test.js';

/** So few that a case reaches them. */
export const FEW_MAILS = {
  accountLimits: { ...defaultAccountLimits, mailsPerDay: 3, mailsToAddressPerDay: 2 },
};
const DAY_MS = 24 * 60 * 60 * 1000;

/** How many may be asked by mail in a day (S47). */
export const mailCases = (under: () => AssetsUnderTest): void => {
  const email = 'often@example.org';
  /** Shares something new of somebody's. */
  const share = async (principal: Principal, body: ShareInput) => {
    const id = await under().made({}, { principal });
    return { id, reply: await under().share(id, body, { principal }) };
  };
  const code = async (principal: Principal, body: ShareInput): Promise<string> =>
    outcome((await share(principal, body)).reply);
  const nextNoon = (): void => {
    const { clock } = under();
    const now = Date.now() + clock.ahead;
    clock.ahead += (Math.floor(now / DAY_MS) + 1.5) * DAY_MS - now;
  };
  beforeEach(nextNoon);

  it('mails an account’s shares so often in a day, and is shared further where nobody is mailed', async () => {
    const { ada, grace, ned, people } = under();
    people.verified.set('grace@example.org', grace.userId);
    const { id } = await share(ada, { email: 'first@example.org' });
    const command = freshId();
    const send = () => under().share(id, { user_id: under().eve.userId }, { id: command });
    for (let turn = 0; turn < 3; turn += 1) expect(outcome(await send())).toBe('done');
    expect(await code(ada, { email: 'third@example.org' })).toBe('done');
    const over = await share(ada, { email: 'fourth@example.org' });
    expect(over.reply).toMatchObject({
      code: 'mail_limit',
      detail: expect.stringContaining('3 mails to others'),
      retryAfterSeconds: expect.any(Number),
    });
    expect(await under().deeds(over.id)).toEqual(['created']);
    expect(await code(ada, { user_id: someone().userId })).toBe('mail_limit');
    expect(outcome(await under().share(id, { email: 'first@example.org' }))).toBe('share_exists');
    expect(outcome(await send())).toBe('done');
    for (const body of [
      { user_id: ned.userId },
      { email: 'grace@example.org' },
      { email: 'fifth@example.org', without_invite: true },
    ])
      expect(await code(ada, body)).toBe('done');
    nextNoon();
    expect(await code(ada, { email: 'fourth@example.org' })).toBe('done');
  });

  it('mails so often to one address in a day, whoever shares', async () => {
    const { ada, grace, ned } = under();
    expect([await code(ada, { email }), await code(grace, { email })]).toEqual(['done', 'done']);
    for (const who of [ada, grace, ned]) {
      const { id, reply } = await share(who, { email });
      expect(reply).toMatchObject({
        code: 'mail_limit',
        detail: expect.stringContaining('to one address'),
      });
      expect(await under().deeds(id)).toEqual(['created']);
    }
    expect(await code(ada, { email: 'other@example.org' })).toBe('done');
  });

  it('mails so often to one account, and tells nothing of its address by that', async () => {
    const [kim, address] = [someone(), 'kim.often@example.org'];
    under().people.verified.set(address, kim.userId);
    const { ada, grace, ned } = under();
    for (const who of [ada, grace]) expect(await code(who, { user_id: kim.userId })).toBe('done');
    const [byId, byAddress] = [{ user_id: kim.userId }, { email: address }];
    const { reply } = await share(ned, byId);
    for (const who of [ada, grace]) expect(await code(who, byAddress)).toBe('done');
    const told = {
      code: 'mail_limit',
      detail: '2 mails a day can be caused to one address, and no more today.',
    };
    expect([reply, (await share(ned, byAddress)).reply]).toMatchObject([told, told]);
  });
};
