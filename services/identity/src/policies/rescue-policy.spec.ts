import { LockoutLifted, type OtpEnrolment } from '@cairn/contracts';
import { freshId, type Mail, type Principal, Streams, system } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { authenticator } from 'otplib';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';
import { mailRescue } from '../work/rescue-mail.js';
import { ada, asPerson, credentials, PASSWORD, signUp } from '../testing/sign-up.js';

const OFF = 'The second factor of your account at Cairn was turned off';
const LIFTED = 'The lock on your account at Cairn was lifted';

describe('mails to who was let in again by an administrator', () => {
  let under: IdentityUnderTest;
  let root: Principal;
  let principal: Principal;
  let id: string;
  beforeEach(async () => {
    under = await startIdentity();
    const body = { username: 'root', email: 'root@example.org', password: PASSWORD };
    await under.done('registerFirstAdministrator', { body }, { principal: system });
    root = { ...(await asPerson(under, 'root')), administrator: true };
    id = await signUp(under);
    principal = await asPerson(under);
  });
  afterEach(() => under.remove());

  const withFactor = async (): Promise<void> => {
    const { secret } = (await under.done('enrolOtp', {}, { principal })).result as OtpEnrolment;
    const code = authenticator.clone({ epoch: under.clock.now() }).generate(secret);
    await under.done('confirmOtp', { body: { code }, ip: '192.0.2.1' }, { principal });
  };
  const letIn = async (): Promise<void> => {
    for (const name of ['removeUserOtp', 'liftUserLockout'])
      await under.done(name, { user_id: id }, { principal: root });
  };
  const locked = async (): Promise<void> => {
    await withFactor();
    await under.refused('login', credentials('ada', 'wrong wrong wrong'));
  };
  /** When the policy has seen all that became of the second factor and the locks. */
  const seen = async (): Promise<void> => {
    const last = (await under.log.read(`secondFactor-${id}`)).at(-1)?.position ?? '';
    await until(async () => {
      const register = await under.registers.get('policy:identity.rescue-mails');
      return typeof register?.value === 'string' && register.value >= last;
    });
  };
  const subjects = (): readonly string[] => under.mails.map(({ subject }) => subject);

  it('are one for each act, also when it is done twice and all registers are lost', async () => {
    await locked();
    await letIn();
    await letIn();
    await until(async () => under.mails.length === 2);
    await under.withoutRegisters();
    await seen();
    expect(subjects()).toEqual([OFF, LIFTED]);
    expect(under.mails.map(({ to }) => to)).toEqual([ada.email, ada.email]);
    for (const { text } of under.mails) expect(text).toContain('https://cairn.example');
  });

  it('are none for what the person did', async () => {
    await withFactor();
    await under.done('removeOtp', { body: { password: PASSWORD }, ip: '192.0.2.1' }, { principal });
    await seen();
    expect(subjects()).toEqual([]);
  });

  it.each([
    [8, []],
    [6, [LIFTED]],
  ])('of an act %d days ago are %j', async (days, expected) => {
    const sent: Mail[] = [];
    const tools = {
      ...under,
      mail: { send: async (mail: Mail) => void sent.push(mail), forget: async () => undefined },
      streams: new Streams({ ...under, cachedBytes: 1_000_000 }),
      execute: async () => ({ status: 'done', stream: 'mail-a', position: '1', replayed: false }) as const,
      baseUrl: 'https://cairn.example',
    };
    await mailRescue(tools, {
      event: LockoutLifted.of({ user_id: id, lift_id: freshId() }),
      id,
      stream: `secondFactor-${id}`,
      revision: 0n,
      position: `${await under.log.head()}9`,
      at: new Date(under.clock.now() - days * 24 * 60 * 60 * 1000).toISOString(),
      actor: { kind: 'user', id: root.userId },
      eventId: freshId(),
      hash: '',
      command: '',
      commandName: '',
      correlation: freshId(),
    });
    expect(sent.map(({ subject }) => subject)).toEqual(expected);
  });

  it('law 8: go to nobody who was erased, and are forgotten with who was', async () => {
    await locked();
    await letIn();
    await until(async () => under.mails.length === 2);
    const sent = under.mails.map(({ to, messageId }) => ({ to, messageId }));
    await withFactor();
    const other = { email: 'countess@example.org' };
    await under.done('updateMe', { body: other }, { principal });
    await under.done('deleteMe', {}, { principal });
    await seen();
    expect(under.forgotten).toEqual(expect.arrayContaining(sent));
    expect(subjects().filter((subject) => [OFF, LIFTED].includes(subject))).toHaveLength(2);
  });
});
