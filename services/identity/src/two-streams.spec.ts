import {
  type CommandReply,
  derivedId,
  freshId,
  LogUnavailable,
  NO_STREAM,
  pause,
  type Principal,
} from '@cairn/kernel';
import { faultyLog, type FaultyLog, until } from '@cairn/kernel/testkit';
import { type IdentityUnderTest, startIdentity } from './testing/identity-under-test.js';
import { ada, asPerson, credentials, grace, signIn, signUp } from './testing/sign-up.js';

describe('a registration, which is over three streams', () => {
  let under: IdentityUnderTest;
  let faulty: FaultyLog;
  let id: string;
  beforeEach(async () => {
    under = await startIdentity((real) => (faulty = faultyLog(real)).log);
    id = freshId();
  });
  afterEach(() => under.remove());

  const register = (body = ada) => under.send('register', { body }, { id });
  const stored = async () => {
    const categories = ['user', 'reservation'];
    const { events } = await under.log.readAll({ after: '', categories, limit: 100 });
    return events.map(({ type }) => type);
  };
  const RESERVED = 'identity.reservation.reserved.v1';
  const OWED = 'identity.user.email_verification_requested.v1';
  const WHOLE = [RESERVED, RESERVED, 'identity.user.registered.v1', OWED];

  it.each([0, 1, 2])(
    'law 3: is done exactly once when it ended after %i appends and comes again',
    async (appends) => {
      for (let append = 0; append < appends; append += 1) faulty.next('go well');
      faulty.next('be unavailable');
      await expect(register()).rejects.toBeInstanceOf(LogUnavailable);
      expect(await stored()).toEqual(WHOLE.slice(0, appends));
      expect((await under.refused('login', credentials())).code).toBe('invalid_credentials');
      expect(await register()).toMatchObject({ status: 'done', revision: '1', replayed: false });
      expect(await register()).toMatchObject({ status: 'done', revision: '1', replayed: true });
      expect(await stored()).toEqual(WHOLE);
      expect((await signIn(under)).user_id).toBe(derivedId(id, 'user', 0));
    },
  );

  it.each([0, 1, 2])('law 3: is done exactly once when the answer of append %i is lost', async (appends) => {
    for (let append = 0; append < appends; append += 1) faulty.next('go well');
    faulty.next('lose the answer');
    expect(await register()).toMatchObject({ status: 'done', revision: '1' });
    expect(await stored()).toEqual(WHOLE);
  });

  it('law 3: refuses another body under its id when it ended between them', async () => {
    faulty.next('go well');
    faulty.next('be unavailable');
    await expect(register()).rejects.toBeInstanceOf(LogUnavailable);
    expect(await register({ ...ada, email: grace.email })).toMatchObject({ code: 'idempotency_mismatch' });
    expect(await stored()).toEqual([RESERVED]);
  });

  it('law 5: fails when it wakes up and another took its name meanwhile', async () => {
    const frozen = `user-${derivedId(id, 'user', 0)}`;
    // What another replica does first that wants the name (registration.spec.ts).
    const abandon = async () => {
      const { events } = await under.log.readAll({ after: '', categories: ['reservation'], limit: 1 });
      const { claim_id } = events[0]!.data as { readonly claim_id: string };
      const type = 'identity.user.claim_abandoned.v1';
      const metadata = { ...events[0]!.metadata, command: freshId() };
      const abandoned = { id: freshId(), type, data: { claim_id }, metadata };
      const outcome = await under.log.append({ stream: frozen, expected: NO_STREAM, events: [abandoned] });
      expect(outcome.status).toBe('appended');
    };
    for (const fault of ['go well', 'go well'] as const) faulty.next(fault);
    faulty.next('lose the request', abandon);
    expect(await register()).toMatchObject({ status: 'refused', code: 'conflict' });
    expect((await under.log.read(frozen)).map(({ type }) => type)).toEqual([
      'identity.user.claim_abandoned.v1',
    ]);
    expect((await under.refused('login', credentials())).code).toBe('invalid_credentials');
  });
});

describe('two changes of one profile at the same moment', () => {
  let under: IdentityUnderTest;
  let faulty: FaultyLog;
  let id: string;
  let principal: Principal;
  beforeEach(async () => {
    under = await startIdentity((real) => (faulty = faultyLog(real)).log);
    id = await signUp(under);
    principal = await asPerson(under);
    // The mail that the registration owes is recorded: no fault is for that.
    const mails = () => under.log.readAll({ after: '', categories: ['mail'], limit: 1 });
    await until(async () => (await mails()).events.length === 1);
  });
  afterEach(() => under.remove());

  const rename = (username: string, more = {}) =>
    under.send('updateMe', { body: { username } }, { principal, ...more });
  const nobodyElseIsCalled = async (username: string) => {
    const { code } = await under.refused('register', { body: { ...grace, username } });
    expect(code).toBe('login_taken');
    expect((await signIn(under, username)).user_id).toBe(id);
  };
  const moment = () => pause(100);

  it('law 5: one that comes back to the name that the other leaves is refused', async () => {
    let back: Promise<CommandReply> | undefined;
    faulty.next('go well');
    faulty.next('lose the request', async () => {
      back = rename('ada');
      await moment();
    });
    faulty.next('go well');
    // What the second appends and what the first gives back would both come late.
    for (const fault of ['lose the request', 'lose the request'] as const) faulty.next(fault, moment);
    expect(await rename('lovelace')).toMatchObject({ status: 'done' });
    expect(await back).toMatchObject({ status: 'refused', code: 'conflict' });
    await nobodyElseIsCalled('lovelace');
    expect(await rename('ada')).toMatchObject({ status: 'done' });
    await nobodyElseIsCalled('ada');
  });

  it('law 5: one that is refused does not give back the name that the other takes', async () => {
    let taking: Promise<CommandReply> | undefined;
    faulty.next('lose the request', async () => {
      taking = rename('lovelace');
      await moment();
    });
    faulty.next('go well');
    for (const fault of ['lose the request', 'lose the request'] as const) faulty.next(fault, moment);
    const refused = await rename('lovelace', { expectedRevisions: ['7'] });
    expect(refused).toMatchObject({ code: 'precondition_failed' });
    expect(await taking).toMatchObject({ status: 'done' });
    await nobodyElseIsCalled('lovelace');
  });
});
