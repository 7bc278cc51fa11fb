import { derivedId, freshId, LogUnavailable, NO_STREAM } from '@cairn/kernel';
import { faultyLog, type FaultyLog } from '@cairn/kernel/testkit';
import { startIdentity, type IdentityUnderTest } from './testing/identity-under-test.js';
import { ada, credentials, grace, signIn } from './testing/sign-up.js';

describe('a registration, which is over three streams', () => {
  let under: IdentityUnderTest;
  let faulty: FaultyLog;
  let id: string;
  beforeEach(async () => {
    under = await startIdentity((real) => (faulty = faultyLog(real)).log);
    id = freshId();
  });
  afterEach(() => under.remove());

  const register = (body = ada) => under.send('registerUser', { body }, { id });
  const stored = async () => {
    const categories = ['user', 'reservation'];
    const { events } = await under.log.readAll({ after: '', categories, limit: 100 });
    return events.map(({ type }) => type);
  };
  const RESERVED = 'identity.reservation.reserved.v1';
  const WHOLE = [RESERVED, RESERVED, 'identity.user.registered.v1'];

  it.each([0, 1, 2])(
    'law 3: is done exactly once when it ended after %i appends and comes again',
    async (appends) => {
      for (let append = 0; append < appends; append += 1) faulty.next('go well');
      faulty.next('be unavailable');
      await expect(register()).rejects.toBeInstanceOf(LogUnavailable);
      expect(await stored()).toEqual(WHOLE.slice(0, appends));
      expect((await under.refused('login', credentials())).code).toBe('invalid_credentials');
      expect(await register()).toMatchObject({ status: 'done', revision: '0', replayed: false });
      expect(await register()).toMatchObject({ status: 'done', revision: '0', replayed: true });
      expect(await stored()).toEqual(WHOLE);
      expect((await signIn(under)).user_id).toBe(derivedId(id, 'user', 0));
    },
  );

  it.each([0, 1, 2])('law 3: is done exactly once when the answer of append %i is lost', async (appends) => {
    for (let append = 0; append < appends; append += 1) faulty.next('go well');
    faulty.next('lose the answer');
    expect(await register()).toMatchObject({ status: 'done', revision: '0' });
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
