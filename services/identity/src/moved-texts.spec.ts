import { UserProfileChanged } from '@cairn/contracts';
import { freshId, type Json, NO_STREAM, type RecordedEvent } from '@cairn/kernel';
import { API_KEYS } from './read-models/api-keys/project.js';
import { SESSIONS } from './read-models/sessions/project.js';
import { USERS } from './read-models/users/project.js';
import { type IdentityUnderTest, startIdentity } from './testing/identity-under-test.js';
import { ada, principalOf, signIn, signUp } from './testing/sign-up.js';

const REACHED_WITHIN_MS = 10_000;

/** Somebody who may write to the log, and has no key, puts a sealed text where it was not sealed for. */
describe('a personal text that is moved in the log', () => {
  let under: IdentityUnderTest;
  let userId: string;
  beforeEach(async () => {
    under = await startIdentity();
    userId = await signUp(under);
  });
  afterEach(() => under.remove());

  const eventsOf = async (stream: string): Promise<readonly RecordedEvent[]> => under.log.read(stream);
  const sealedIn = ({ data }: RecordedEvent, field: string): Json =>
    (data as Readonly<Record<string, Json>>)[field]!;
  /** Appends as somebody would who forges an event from another. */
  const forged = async (stream: string, like: RecordedEvent, type: string, data: Json): Promise<void> => {
    const tip = (await eventsOf(stream)).at(-1);
    const metadata = { ...like.metadata, command: freshId() };
    const events = [{ id: freshId(), type, data, metadata }];
    const outcome = await under.log.append({ stream, expected: tip ?? NO_STREAM, events });
    if (outcome.status !== 'appended') throw new Error('the forged event is not in the log');
    await under.identity.reached(await under.log.head(), REACHED_WITHIN_MS);
  };

  it('S38 does not open in another field', async () => {
    const [registered] = await eventsOf(`user-${userId}`);
    const data = { id: userId, firstname: sealedIn(registered!, 'email') };
    await forged(`user-${userId}`, registered!, UserProfileChanged.storedType, data);
    expect(await under.documents.get(USERS, userId)).toMatchObject({ email: ada.email, firstname: '' });
    expect(under.identity.isStale([`user-${userId}`])).toBe(true);
  });

  it('S38 does not open in another stream', async () => {
    const { session_id: sessionId } = await signIn(under);
    const [started] = await eventsOf(`session-${sessionId}`);
    const id = freshId();
    const { data } = started!;
    await forged(`session-${id}`, started!, started!.type, { ...(data as object), id });
    expect(await under.documents.get(SESSIONS, sessionId)).toMatchObject({ ip: '192.0.2.1' });
    expect(await under.documents.get(SESSIONS, id)).toBeUndefined();
    expect(under.identity.isStale([`session-${id}`])).toBe(true);
  });

  it('is sealed anew where Cairn itself takes it elsewhere: the name of a key for its successor', async () => {
    const principal = principalOf(await signIn(under));
    const made = await under.done(
      'createAPIKey',
      { body: { name: 'nightly', scopes: ['me:read'] } },
      { principal },
    );
    const { id } = made.result as { readonly id: string };
    const rotated = await under.done('rotateAPIKey', { id, body: { grace_hours: 1 } }, { principal });
    const next = rotated.result as { readonly id: string; readonly name: string };
    const [before, after] = [await eventsOf(`apiKey-${id}`), await eventsOf(`apiKey-${next.id}`)];
    expect(next.name).toBe('nightly');
    expect(await under.documents.get(API_KEYS, next.id)).toMatchObject({ name: 'nightly' });
    expect(sealedIn(after[0]!, 'name')).not.toEqual(sealedIn(before[0]!, 'name'));
  });

  it('opens where it is copied within its stream: the address that a reset is mailed to', async () => {
    await under.done('requestPasswordReset', { body: { login: 'ada' } });
    while (under.mails.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(under.mails[0]).toMatchObject({ to: ada.email });
  });
});
