import { UserRegistered } from '@cairn/contracts';
import { derivedId, freshId, streamOf } from '@cairn/kernel';
import { reservationIdOf } from '../../accounts/names.js';
import { ensureFirstAdministrator } from '../../first-administrator.js';
import { USERS } from '../../read-models/users/project.js';
import {
  type IdentityUnderTest,
  person,
  requestOf,
  startIdentity,
} from '../../testing/identity-under-test.js';
import { ada, asPerson, credentials, grace, PASSWORD, signIn, signUp } from '../../testing/sign-up.js';
import { user } from '../../domain/user/state.js';

describe('registration', () => {
  let under: IdentityUnderTest;
  beforeEach(async () => {
    under = await startIdentity();
  });
  afterEach(() => under.remove());

  it('makes an account that can sign in by user name and by address, whatever their case', async () => {
    const id = await signUp(under);
    for (const login of ['ada', 'ADA', 'ada@example.org', 'Ada@Example.org'])
      expect((await signIn(under, login)).user_id).toBe(id);
    expect(await under.documents.get(USERS, id)).toMatchObject({ username: 'ada', email: 'ada@example.org' });
  });

  it('law 8: stores nothing about the person in plain text, and no password at all', async () => {
    const id = await signUp(under);
    const stored = JSON.stringify(
      (await under.log.readAll({ after: '', categories: ['user', 'reservation'], limit: 100 })).events,
      (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    );
    expect(stored).toContain(id);
    expect(stored).not.toContain('ada@example.org');
    expect(stored).not.toContain(PASSWORD);
  });

  it('law 3: is done once however often it is sent', async () => {
    const id = freshId();
    const first = await under.done('register', { body: ada }, { id });
    const again = await under.done('register', { body: ada }, { id });
    expect(again).toMatchObject({ stream: first.stream, revision: '1', replayed: true });
    const other = await under.refused('register', { body: grace }, { id });
    expect(other.code).toBe('idempotency_mismatch');
  });

  it.each([
    [{ ...grace, username: 'ADA' }, 'login_taken'],
    [{ ...grace, email: 'ADA@example.org' }, 'email_taken'],
    [{ ...grace, username: 'someone@example.org' }, 'invalid_body'],
    [{ ...grace, username: 'someone\uff20example.org' }, 'invalid_body'],
    [{ ...grace, username: ' grace' }, 'invalid_body'],
    [{ ...grace, password: 'elevenchars' }, 'password_too_weak'],
    [{ ...grace, password: 'Grace@Example.org' }, 'password_too_weak'],
  ])('refuses %j', async (body, code) => {
    await signUp(under);
    expect((await under.refused('register', { body })).code).toBe(code);
  });

  it('gives a name to one of many who ask for it at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        under.send('register', { body: { ...ada, email: `ada${index}@example.org` } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 'done')).toHaveLength(1);
    const refused = replies.filter((reply) => reply.status === 'refused');
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['login_taken']));
  });

  it('does not hold a user name for a registration whose address is taken', async () => {
    await signUp(under);
    await under.refused('register', { body: { ...grace, email: ada.email } });
    await signUp(under, grace);
  });

  describe('of which only the reservation was made', () => {
    const abandoned = freshId();
    const frozen = derivedId(abandoned, 'user', 0);
    beforeEach(async () => {
      const reservationId = await reservationIdOf(under.vault, 'username', 'ada');
      const at = new Date(under.clock.now()).toISOString();
      await under.log.append({
        stream: `reservation-${reservationId}`,
        expected: 'no-stream',
        events: [
          {
            id: freshId(),
            type: 'identity.reservation.reserved.v1',
            data: { id: reservationId, kind: 'username', user_id: frozen, claim_id: freshId() },
            metadata: {
              command: abandoned,
              commandName: 'identity.register',
              request: requestOf({ body: ada }),
              actor: { kind: 'anonymous', id: '' },
              correlation: freshId(),
              at,
            },
          },
        ],
      });
    });

    it('law 5: keeps the name for half a minute', async () => {
      expect((await under.refused('register', { body: ada })).code).toBe('login_taken');
    });

    it('law 5: goes on when it is sent again', async () => {
      await under.done('register', { body: ada }, { id: abandoned });
      expect((await signIn(under)).user_id).toBe(frozen);
    });

    it('law 5: loses the name to another afterwards, and can never take it', async () => {
      under.ahead(31_000);
      const id = await signUp(under);
      expect((await signIn(under)).user_id).toBe(id);
      const late = await under.refused('register', { body: ada }, { id: abandoned });
      expect(late.code).toBe('conflict');
      const events = await under.log.read(streamOf(user, frozen));
      expect(events.map(({ type }) => type)).toEqual(['identity.user.claim_abandoned.v1']);
    });
  });
});

describe('an account whose two new names were reserved, and never taken', () => {
  let under: IdentityUnderTest;
  beforeEach(async () => {
    under = await startIdentity();
  });
  afterEach(() => under.remove());

  it('law 5: can take neither once another has them', async () => {
    const eve = await signUp(under, { ...ada, username: 'eve', email: 'eve@example.org' });
    const claims = [freshId(), freshId()];
    const [registered] = await under.log.read(streamOf(user, eve));
    for (const [index, kind] of (['username', 'email'] as const).entries()) {
      const id = await reservationIdOf(under.vault, kind, ada[kind]);
      const data = { id, kind, user_id: eve, claim_id: claims[index]! };
      const metadata = { ...registered!.metadata, command: freshId() };
      const event = { id: freshId(), type: 'identity.reservation.reserved.v1', data, metadata };
      await under.log.append({ stream: `reservation-${id}`, expected: 'no-stream', events: [event] });
    }
    under.ahead(31_000);
    await signUp(under);
    const abandoned = (await under.log.read(streamOf(user, eve))).filter(
      ({ type }) => type === 'identity.user.claim_abandoned.v1',
    );
    expect(abandoned.map(({ data }) => data)).toEqual(claims.map((claim_id) => ({ claim_id })));
  });
});

describe('the first administrator', () => {
  const first = { email: 'root@example.org', username: 'root', password: PASSWORD };
  let under: IdentityUnderTest;
  beforeEach(async () => {
    under = await startIdentity();
  });
  afterEach(() => under.remove());

  it('is made once', async () => {
    expect(await ensureFirstAdministrator(under.identity, first)).toBe('made');
    expect(await ensureFirstAdministrator(under.identity, { ...first, password: '' })).toBe('exists');
    const signedIn = await signIn(under, 'root');
    expect(await under.authenticator.authenticate(signedIn.bearer)).toMatchObject({ administrator: true });
  });

  it('is made with another password after a start that was killed before it was made', async () => {
    const putCredential = under.vault.putCredential.bind(under.vault);
    jest.spyOn(under.vault, 'putCredential').mockImplementationOnce(async (id, row) => {
      await putCredential(id, row);
      throw new Error('killed');
    });
    await expect(ensureFirstAdministrator(under.identity, first)).rejects.toThrow('killed');
    const password = 'another password';
    expect(await ensureFirstAdministrator(under.identity, { ...first, password })).toBe('made');
    expect((await signIn(under, 'root', password)).bearer).toBeDefined();
  });

  it('is not made with a weak password', async () => {
    const reply = await ensureFirstAdministrator(under.identity, { ...first, password: 'short' });
    expect(reply).toMatchObject({ status: 'refused', code: 'password_too_weak' });
  });

  it('is not made by anybody but Cairn itself', async () => {
    const reply = await under.refused(
      'registerFirstAdministrator',
      { body: ada },
      { principal: person(freshId()) },
    );
    expect(reply.code).toBe('forbidden');
    expect((await under.refused('login', credentials())).code).toBe('invalid_credentials');
  });

  it('may not delete itself as long as it is the only one', async () => {
    await ensureFirstAdministrator(under.identity, first);
    const principal = await asPerson(under, 'root');
    expect((await under.refused('deleteMe', {}, { principal })).code).toBe('last_administrator');
  });
});

it('law 8: UserRegistered names the person that its fields tell of', () => {
  expect(UserRegistered.personal).toEqual(['username', 'email', 'name', 'firstname']);
  expect(UserRegistered.subject).toBe('id');
});
