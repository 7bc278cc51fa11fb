import { Reserved, UserRegistered } from '@cairn/contracts';
import { freshId, type Json, NO_STREAM, type StreamName } from '@cairn/kernel';
import { type IdentityUnderTest, requestOf, startIdentity } from '../testing/identity-under-test.js';
import { credentials, PASSWORD, signIn, signUp } from '../testing/sign-up.js';
import { reservationIdOf } from './names.js';

describe('a login', () => {
  let under: IdentityUnderTest;
  beforeEach(async () => {
    under = await startIdentity();
  });
  afterEach(() => under.remove());

  const append = (stream: StreamName, type: string, data: Json) =>
    under.log.append({
      stream,
      expected: NO_STREAM,
      events: [
        {
          id: freshId(),
          type,
          data,
          metadata: {
            command: freshId(),
            commandName: 'identity.register',
            request: requestOf({}),
            actor: { kind: 'anonymous', id: '' },
            correlation: freshId(),
            at: new Date(under.clock.now()).toISOString(),
          },
        },
      ],
    });

  /** An account with a user name that none gets any more. */
  const stranger = async (username: string): Promise<void> => {
    const [id, claimId, reservationId] = [
      freshId(),
      freshId(),
      await reservationIdOf(under.vault, 'username', username),
    ];
    const held = { reservation_id: reservationId, claim_id: claimId };
    const reserved = Reserved.of({ id: reservationId, kind: 'username', user_id: id, claim_id: claimId });
    await append(`reservation-${reservationId}`, Reserved.storedType, reserved.data);
    const registered = UserRegistered.of({
      id,
      username,
      email: 'eve@example.org',
      name: '',
      firstname: '',
      is_system_admin: false,
      credential_id: freshId(),
      held_username: held,
      held_email: { reservation_id: freshId(), claim_id: freshId() },
    });
    await append(`user-${id}`, UserRegistered.storedType, registered.data);
  };

  it.each(['ada@example.org', 'ada\uff20example.org'])(
    'that looks like an address, as %j does, is the address before it is a user name',
    async (login) => {
      await stranger('ada\uff20example.org');
      expect((await under.refused('login', credentials(login, PASSWORD))).code).toBe('invalid_credentials');
      const id = await signUp(under);
      expect((await signIn(under, login)).user_id).toBe(id);
    },
  );
});
