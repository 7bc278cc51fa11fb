import type { RecordedEvent } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { startIdentity, type IdentityUnderTest } from '../testing/identity-under-test.js';
import { ada, asPerson, signUp } from '../testing/sign-up.js';

describe('mails that an account is owed', () => {
  let under: IdentityUnderTest;
  beforeEach(async () => {
    under = await startIdentity();
  });
  afterEach(() => under.remove());

  /** When the policy has seen all that is in the log. */
  const seen = async (): Promise<void> => {
    const head = await under.log.head();
    await until(async () => {
      const register = await under.registers.get('policy:identity.mails');
      return typeof register?.value === 'string' && register.value >= head;
    });
  };

  it('are sent once, also when all registers are lost', async () => {
    await signUp(under);
    const principal = await asPerson(under);
    await under.done('requestPasswordReset', { body: { login: ada.username } });
    await under.done('updateMe', { body: { email: 'lovelace@example.org' } }, { principal });
    await until(async () => under.mails.length === 2);
    await under.withoutRegisters();
    await seen();
    expect(under.mails.map(({ messageId }) => messageId.split('-')[0])).toEqual(['password', 'address']);
  });

  it('belong to the request that they follow from', async () => {
    await signUp(under);
    await under.done(
      'requestPasswordReset',
      { body: { login: ada.username } },
      { correlation: 'of-the-request' },
    );
    const recorded = async () =>
      (await under.log.readAll({ after: '', categories: ['user', 'mail'], limit: 10 })).events;
    const isOf = ({ metadata: { correlation } }: RecordedEvent): boolean => correlation === 'of-the-request';
    await until(async () => (await recorded()).filter(isOf).length === 2);
    const [requested, sent] = (await recorded()).filter(isOf);
    expect(sent!.type).toBe('identity.mail.sent.v1');
    expect(sent!.metadata).toMatchObject({ correlation: 'of-the-request', causation: requested!.id });
  });
});
