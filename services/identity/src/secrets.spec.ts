import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Streams } from '@cairn/kernel';
import { feedersOf } from '@cairn/kernel/testkit';
import { session } from './domain/session/state.js';
import { user } from './domain/user/state.js';
import { type IdentityUnderTest, startIdentity } from './testing/identity-under-test.js';
import { ada, PASSWORD, principalOf, signIn, signUp } from './testing/sign-up.js';

const CATEGORIES = ['user', 'session', 'apiKey', 'reservation'];
const PERSONAL = [ada.email, '192.0.2.1', 'curl/8.5.0', 'Quaggadotter'];

describe('what identity keeps of secrets and of persons', () => {
  let under: IdentityUnderTest;
  let userId: string;
  let sessionId: string;
  let secrets: readonly string[];

  beforeEach(async () => {
    under = await startIdentity();
    userId = await signUp(under);
    const begun = await signIn(under);
    sessionId = begun.session_id;
    const principal = principalOf(begun);
    await under.done('updateMe', { body: { name: 'Quaggadotter' }, password: PASSWORD }, { principal });
    const refreshed = await under.done('refreshToken', { body: { refresh_token: begun.refresh_token } });
    const wish = { body: { name: 'k', scopes: ['*:*'] }, password: PASSWORD };
    const made = await under.done('createAPIKey', wish, { principal });
    await under.done('requestPasswordReset', { body: { login: 'ada' } });
    while (under.mails.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const [, , token] = /\/resetpassword\/([^/\s]+)\/(\S+)/.exec(under.mails[0]!.text)!;
    const { bearer, refresh_token } = refreshed.result as typeof begun;
    const { key } = made.result as { readonly key: string };
    secrets = [PASSWORD, begun.bearer, begun.refresh_token, bearer, refresh_token, key, token!];
  });
  afterEach(() => under.remove());

  /** Of every file on the disk, by name. */
  const files = () =>
    readdirSync(under.folder)
      .filter((name) => name.includes('.db'))
      .map((name) => [name, readFileSync(join(under.folder, name))] as const);
  const namesOfFilesWith = (part: string | Buffer) =>
    files()
      .filter(([, content]) => content.includes(part))
      .map(([name]) => name);
  const events = async () =>
    (await under.log.readAll({ after: '', categories: CATEGORIES, limit: 1000 })).events;

  it('law 8: no secret is in an event, nor anywhere else: of tokens nothing is stored', async () => {
    const stored = JSON.stringify((await events()).map(({ data, metadata }) => ({ data, metadata })));
    expect(stored).toContain(userId);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect([secret, stored.includes(secret)]).toEqual([secret, false]);
      expect([secret, namesOfFilesWith(secret)]).toEqual([secret, []]);
    }
  });

  it('law 8: what tells of a person is encrypted in events, in the log’s file and in folded states', async () => {
    const stored = JSON.stringify((await events()).map(({ data, metadata }) => ({ data, metadata })));
    const streams = new Streams({ ...under, cachedBytes: 1_000_000 });
    const folded = JSON.stringify([
      (await streams.current(user, userId)).state,
      (await streams.current(session, sessionId)).state,
    ]);
    expect(folded).toContain('"encrypted"');
    for (const text of PERSONAL) {
      expect([text, stored.includes(text), folded.includes(text)]).toEqual([text, false, false]);
      const places = new Set(namesOfFilesWith(text).map((name) => name.replace(/\.db.*$/, '')));
      expect([text, places.has('log'), places.has('registers')]).toEqual([text, false, false]);
    }
  });

  it('law 8: keys of persons and of the server are in the vault’s file and in no other', async () => {
    const personal = (await under.vault.findKey(userId))!;
    const server = (await under.vault.serverKeys('refresh')).map(({ key }) => key);
    for (const key of [personal, ...server]) {
      const names = namesOfFilesWith(key);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !name.startsWith('vault.db'))).toEqual([]);
    }
  });

  it('law 7: a document belongs to one stream', async () => {
    const feeders = await feedersOf(under.projections, { ...under, categories: CATEGORIES });
    expect(feeders.length).toBeGreaterThan(2);
    expect(feeders.filter(({ streams }) => streams.size > 1)).toEqual([]);
  });
});
