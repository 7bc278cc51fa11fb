import { type UserEvent, userEvents } from '@cairn/contracts';
import { eventRegistry, type Position, projected, type ServiceTools, type StreamName } from '@cairn/kernel';

const registry = eventRegistry([{ events: Object.values(userEvents) }]);

/** An event of an account, what stands for its person in plain text. */
export interface AccountEvent {
  readonly eventId: string;
  readonly position: Position;
  readonly event: UserEvent;
  /** The address of the account before it; no event tells it, the events before do. */
  readonly addressBefore: string | undefined;
}

/** The events of an account, oldest first, up to a revision. Of an erased person nothing can be read. */
export async function* eventsOfAccount(
  { log, vault }: Pick<ServiceTools, 'log' | 'vault'>,
  stream: StreamName,
  through?: bigint,
): AsyncGenerator<AccountEvent> {
  let addressBefore: string | undefined;
  for (const recorded of await log.read(stream, through === undefined ? {} : { through })) {
    const event = (await projected(registry, recorded, vault))?.event as UserEvent | undefined;
    if (event === undefined) continue;
    yield { eventId: recorded.id, position: recorded.position, event, addressBefore };
    addressBefore = addressIn(event) ?? addressBefore;
  }
}

/** The address that an event gives to its account. */
export const addressIn = (event: UserEvent): string | undefined => {
  if (event.type !== 'UserRegistered' && event.type !== 'UserProfileChanged') return undefined;
  return typeof event.data.email === 'string' ? event.data.email : undefined;
};
