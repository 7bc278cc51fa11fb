import { freshId, type Principal } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { idToken, readIdToken } from '../../credentials/id-token.js';
import { emailVerification } from '../../read-models/password-resets/queries.js';
import { USERS } from '../../read-models/users/project.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { ada, asPerson, grace, signUp } from '../../testing/sign-up.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the verification of an address', () => {
  let under: IdentityUnderTest;
  let userId: string;
  let principal: Principal;
  beforeEach(async () => {
    under = await startIdentity();
    userId = await signUp(under);
    principal = await asPerson(under);
  });
  afterEach(() => under.remove());

  /** The token in the mail of the n-th link. */
  const mailed = async (count = 1): Promise<string> => {
    await until(async () => under.verifications.length >= count);
    return /\/verification\/(\S+)/.exec(under.verifications[count - 1]!.text)![1]!;
  };
  const use = (token: string) => under.send('verifyEmail', { token });
  const isVerified = async () => (await under.documents.get(USERS, userId))?.['email_verified'];
  const isGood = async (token: string) =>
    (await emailVerification(under, new Date(under.clock.now()).toISOString(), token)) !== undefined;

  it('is by a link that the registration mails; looking at it uses nothing up (S14)', async () => {
    const token = await mailed();
    expect(under.verifications[0]!.to).toBe(ada.email);
    expect([await isGood(token), await isGood(token), await isVerified()]).toEqual([true, true, false]);
    expect(await use(token)).toMatchObject({ status: 'done' });
    expect([await isGood(token), await isVerified()]).toEqual([false, true]);
    expect(await use(token)).toMatchObject({ code: 'verify_token_invalid' });
  });

  it('exactly one of two at once is done (S13)', async () => {
    const token = await mailed();
    const replies = await Promise.all([use(token), use(token)]);
    expect(replies.map(({ status }) => status).sort()).toEqual(['done', 'refused']);
  });

  it('is not by a guess, another one’s link, or one that is a day old (S13)', async () => {
    const token = await mailed();
    const other = await signUp(under, grace);
    const { proof } = readIdToken(token)!;
    for (const guess of ['guess', idToken(other, proof), idToken(freshId(), proof), `${token}=`])
      expect(await use(guess)).toMatchObject({ code: 'verify_token_invalid' });
    under.ahead(DAY_MS);
    expect([await isGood(token), (await use(token)).status]).toEqual([false, 'refused']);
  });

  it('of an address is nothing for the next one, to which a link is mailed (S20)', async () => {
    const token = await mailed();
    const email = 'countess@example.org';
    await under.done('updateMe', { body: { email } }, { principal });
    expect(await use(token)).toMatchObject({ code: 'verify_token_invalid' });
    const next = await mailed(2);
    expect(under.verifications[1]!.to).toBe(email);
    await use(next);
    expect(await isVerified()).toBe(true);
    await under.done('updateMe', { body: { email } }, { principal });
    expect([await isVerified(), under.verifications.length]).toEqual([true, 2]);
    await under.done('updateMe', { body: { email: ada.email } }, { principal });
    expect(await isVerified()).toBe(false);
  });

  it('is mailed again to who asks, five times in a quarter of an hour, and not when it is done (S47)', async () => {
    for (let request = 0; request < 6; request += 1)
      await under.done('requestEmailVerification', {}, { principal });
    await use(await mailed(6));
    under.ahead(15 * 60 * 1000);
    await under.done('requestEmailVerification', {}, { principal: await asPerson(under) });
    const asked = (await under.log.read(`user-${userId}`)).filter(({ type }) => type.includes('requested'));
    expect([under.verifications.length, asked.length]).toEqual([6, 6]);
    const key: Principal = { ...principal, kind: 'key' };
    expect(await under.refused('requestEmailVerification', {}, { principal: key })).toMatchObject({
      code: 'session_required',
    });
  });

  it('is done by who resets the password by a mailed link', async () => {
    await under.done('requestPasswordReset', { body: { login: ada.username } });
    await until(async () => under.mails.length === 1);
    const [, reset_token] = /\/resetpassword\/[^/\s]+\/(\S+)/.exec(under.mails[0]!.text)!;
    const body = { password: 'another password', repeat_password: 'another password' };
    await under.done('resetPassword', { user_id: userId, reset_token: reset_token!, body });
    expect(await isVerified()).toBe(true);
  });

  it('is told by nobody but Cairn itself for what was accepted', async () => {
    const input = { user_id: userId, address_key: freshId(), by: 'share' };
    expect(await under.refused('confirmEmail', input, { principal })).toMatchObject({ code: 'forbidden' });
  });
});
