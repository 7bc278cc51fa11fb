import type { RateLimitChanges } from '@cairn/contracts';
import { userPrincipal } from '@cairn/kernel';
import { RATE_LIMITS, rateLimit } from '../../domain/rate-limit/state.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { grace, signUp } from '../../testing/sign-up.js';
import { Authenticator } from './authenticator.js';
import { FollowedSettings } from './followed-settings.js';

describe('settings that every gateway follows', () => {
  let under: IdentityUnderTest;
  let set: (body: RateLimitChanges) => Promise<unknown>;
  beforeEach(async () => {
    under = await startIdentity();
    const principal = userPrincipal({ id: await signUp(under), administrator: true }, 'session');
    set = (body) => under.done('updateRateLimits', { body }, { principal });
  });
  afterEach(() => under.remove());

  it('law 2: are known when the write is answered, and after a restart', async () => {
    const rate = { requests: 1, window_seconds: 60, burst: null };
    await set({ login: { requests: 1 } });
    expect(under.authenticator.rateLimits).toEqual({ login: rate });
    const before = under.authenticator.rateLimits;
    await signUp(under, grace);
    expect(under.authenticator.rateLimits).toBe(before);
    await set({ default: { requests: 1 } });
    expect(under.authenticator.rateLimits).toEqual({ login: rate, default: rate });
    const other = new Authenticator(under);
    const stopping = new AbortController();
    await other.start(stopping.signal);
    expect(other.rateLimits).toEqual(under.authenticator.rateLimits);
    stopping.abort();
    await other.stopped();
  });

  it('S44: stay as they were while the log cannot be read, and are read again behind a gap', async () => {
    await set({ login: { requests: 1 } });
    let away = false;
    const current = async () => {
      if (away) throw new Error('away');
      return { state: { begun: true, set: { per: 'ip' } }, tip: { revision: 1n, hash: '' } } as never;
    };
    const followed = new FollowedSettings(rateLimit, RATE_LIMITS, {
      streams: { current },
      logger: under.logger,
    });
    await followed.read();
    const { events } = await under.log.readAll({ after: '', categories: ['rateLimit'], limit: 10 });
    const last = events.at(-1)!;
    away = true;
    followed.happened(followed.stream, undefined);
    followed.happened(followed.stream, { ...last, revision: 3n });
    followed.happened('rateLimit-other', { ...last, revision: 2n });
    followed.happened(followed.stream, { ...last, revision: 1n });
    await new Promise((resolve) => setImmediate(resolve));
    expect(followed.state.set).toEqual({ per: 'ip' });
    followed.happened(followed.stream, { ...last, revision: 2n });
    expect(followed.state.set).toMatchObject({ per: 'ip', login: { requests: 1 } });
  });
});
