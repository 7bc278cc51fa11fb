import { derivedId, type EventLog, freshId, type SubscribeOptions, type Vault } from '@cairn/kernel';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { principalOf, signIn, signUp } from '../../testing/sign-up.js';
import { Authenticator } from './authenticator.js';
import { AccessUnproven, Unauthenticated } from './refusals.js';

const HOUR_MS = 60 * 60 * 1000;

describe('the authenticator', () => {
  let under: IdentityUnderTest;
  beforeEach(async () => {
    under = await startIdentity();
  });
  afterEach(() => under.remove());

  it('knows the person and the session', async () => {
    const id = await signUp(under);
    const { bearer, session_id: sessionId } = await signIn(under);
    expect(await under.authenticator.authenticate(bearer)).toEqual({
      kind: 'user',
      userId: id,
      sessionId,
      scopes: ['*:*'],
      administrator: false,
    });
  });

  it.each([undefined, '', 'x', `ck_${'x'.repeat(54)}`, 'x'.repeat(5000), 'a.b.c'])(
    'refuses %j as it refuses everything',
    async (bearer) => {
      await expect(under.authenticator.authenticate(bearer)).rejects.toEqual(new Unauthenticated());
    },
  );

  it('refuses a bearer of another installation', async () => {
    await signUp(under);
    const { bearer } = await signIn(under);
    const elsewhere = await startIdentity();
    await expect(elsewhere.authenticator.authenticate(bearer)).rejects.toBeInstanceOf(Unauthenticated);
    await elsewhere.remove();
  });

  it('refuses a session after its day, and after two hours without use', async () => {
    await signUp(under);
    const [used, idle] = [await signIn(under), await signIn(under)];
    for (let hour = 0; hour < 23; hour += 1) {
      under.ahead(HOUR_MS);
      await under.authenticator.authenticate(used.bearer);
    }
    await expect(under.authenticator.authenticate(idle.bearer)).rejects.toBeInstanceOf(Unauthenticated);
    under.ahead(HOUR_MS + 1000);
    await expect(under.authenticator.authenticate(used.bearer)).rejects.toBeInstanceOf(Unauthenticated);
  });

  it('takes a refreshed session up again after it was idle', async () => {
    await signUp(under);
    const first = await signIn(under);
    under.ahead(3 * HOUR_MS);
    await expect(under.authenticator.authenticate(first.bearer)).rejects.toBeInstanceOf(Unauthenticated);
    const { result } = await under.done('refreshToken', { body: { refresh_token: first.refresh_token } });
    await under.authenticator.authenticate((result as { readonly bearer: string }).bearer);
  });

  it('remembers the last use over a restart', async () => {
    await signUp(under);
    const { bearer, session_id: id } = await signIn(under);
    under.ahead(1.5 * HOUR_MS);
    await under.authenticator.authenticate(bearer);
    while ((await under.registers.get(`used:session:${id}`)) === undefined) await turn();
    under.ahead(HOUR_MS);
    const restarted = await start({});
    await restarted.authenticator.authenticate(bearer);
    await restarted.stop();
  });

  it('does not take a session for idle that another gateway saw', async () => {
    await signUp(under);
    const { bearer, session_id: id } = await signIn(under);
    const other = await start({});
    await other.authenticator.authenticate(bearer);
    for (let count = 0; count < 5; count += 1) {
      under.ahead(HOUR_MS / 2);
      await under.authenticator.authenticate(bearer);
      const used = under.clock.now() - HOUR_MS / 4;
      while (Number((await under.registers.get(`used:session:${id}`))?.value ?? 0) < used) await turn();
    }
    await other.authenticator.authenticate(bearer);
    await other.stop();
    under.ahead(2 * HOUR_MS + 1000);
    await expect(under.authenticator.authenticate(bearer)).rejects.toBeInstanceOf(Unauthenticated);
  });

  it('refuses a disabled account at once, and lets it in when it is enabled and signs in again', async () => {
    const id = await signUp(under);
    const { bearer } = await signIn(under);
    await under.authenticator.authenticate(bearer);
    await appendToUser(id, 'identity.user.disabled.v1');
    await expect(under.authenticator.authenticate(bearer)).rejects.toBeInstanceOf(Unauthenticated);
    const login = await under.refused('login', {
      body: { username: 'ada', password: 'correct horse battery' },
      ip: '',
      user_agent: '',
    });
    expect(login.code).toBe('account_disabled');
    await appendToUser(id, 'identity.user.enabled.v1');
    await expect(under.authenticator.authenticate(bearer)).rejects.toBeInstanceOf(Unauthenticated);
    await under.authenticator.authenticate((await signIn(under)).bearer);
  });

  it('law 2: refuses each of many sessions at the very next request after its end (S18)', async () => {
    await signUp(under);
    for (let round = 0; round < 20; round += 1) {
      const session = await signIn(under);
      await under.authenticator.authenticate(session.bearer);
      await under.done('endSession', { id: session.session_id }, { principal: principalOf(session) });
      await expect(under.authenticator.authenticate(session.bearer)).rejects.toBeInstanceOf(Unauthenticated);
    }
  });

  it('law 2: does not keep what was read before an event that came while it was read', async () => {
    await signUp(under);
    const session = await signIn(under);
    const held = holding(under.log);
    const other = await start({ log: held.log });
    const asked = other.authenticator.authenticate(session.bearer);
    await held.reading;
    await under.done('endSession', { id: session.session_id }, { principal: principalOf(session) });
    expect(await other.authenticator.caughtUpTo(await under.log.head(), 5_000)).toBe(true);
    held.release();
    await asked;
    await expect(other.authenticator.authenticate(session.bearer)).rejects.toBeInstanceOf(Unauthenticated);
    await other.stop();
  });

  it('law 2: grants nothing when it cannot prove that it is at the head (S18)', async () => {
    const id = await signUp(under);
    const { bearer } = await signIn(under);
    let now = 0;
    const frozen = await start({
      log: { ...logOf(under.log), subscribe: neverGiving },
      monotonic: () => now,
      provenWithinMs: 200,
    });
    await frozen.authenticator.authenticate(bearer);
    await appendToUser(id, 'identity.user.sessions_revoked.v1');
    now = 1001;
    await expect(frozen.authenticator.authenticate(bearer)).rejects.toBeInstanceOf(AccessUnproven);
    expect(await frozen.authenticator.caughtUpTo(await under.log.head(), 10)).toBe(false);
    await frozen.stop();
  });

  it('grants nothing when the log or the vault cannot be asked', async () => {
    await signUp(under);
    const { bearer } = await signIn(under);
    const silent = async (): Promise<never> => {
      throw new Error('unreachable');
    };
    let now = 0;
    const withoutLog = await start({ log: { ...logOf(under.log), readAll: silent }, monotonic: () => now });
    now = 1001;
    await expect(withoutLog.authenticator.authenticate(bearer)).rejects.toBeInstanceOf(AccessUnproven);
    await withoutLog.stop();
    const withoutKeys = new Proxy(under.vault, {
      get: (vault, name): unknown => (name === 'serverKeys' ? silent : Reflect.get(vault, name)),
    });
    const withoutVault = await start({ vault: withoutKeys });
    await expect(withoutVault.authenticator.authenticate(bearer)).rejects.toBeInstanceOf(AccessUnproven);
    await withoutVault.stop();
  });

  const start = async (parts: {
    readonly log?: EventLog;
    readonly vault?: Vault;
    readonly monotonic?: () => number;
    readonly provenWithinMs?: number;
  }) => {
    const authenticator = new Authenticator({ ...under, ...parts });
    const stopping = new AbortController();
    await authenticator.start(stopping.signal);
    return {
      authenticator,
      stop: async () => {
        stopping.abort();
        await authenticator.stopped();
      },
    };
  };

  const appendToUser = async (id: string, type: string): Promise<void> => {
    const stream = `user-${id}`;
    const last = (await under.log.read(stream)).at(-1)!;
    const command = freshId();
    const outcome = await under.log.append({
      stream,
      expected: { revision: last.revision, hash: last.hash },
      events: [
        {
          id: derivedId(command),
          type,
          data: { id },
          metadata: { ...last.metadata, command, at: new Date().toISOString() },
        },
      ],
    });
    expect(outcome.status).toBe('appended');
    expect(await under.authenticator.caughtUpTo(await under.log.head(), 5_000)).toBe(true);
  };
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The log's methods, bound to it. */
const logOf = (log: EventLog): EventLog => ({
  append: (append) => log.append(append),
  appendMany: (appends) => log.appendMany(appends),
  read: (stream, options) => log.read(stream, options),
  readAll: (options) => log.readAll(options),
  subscribe: (options) => log.subscribe(options),
  head: () => log.head(),
  isPosition: (text) => log.isPosition(text),
  close: () => log.close(),
});

/** A subscription that is stuck until it is stopped. */
async function* neverGiving({ signal }: SubscribeOptions): AsyncGenerator<never> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  yield* [];
}

/** A log of which the first read of a session has its events in hand and does not give them yet. */
const holding = (log: EventLog) => {
  let release: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const reading = new Promise<void>((resolve) => (begun = resolve));
  let isFirst = true;
  const held: EventLog = {
    ...logOf(log),
    read: async (stream, options) => {
      const events = await log.read(stream, options);
      if (!isFirst || !stream.startsWith('session-')) return events;
      isFirst = false;
      begun();
      await released;
      return events;
    },
  };
  return { log: held, reading, release: () => release() };
};
