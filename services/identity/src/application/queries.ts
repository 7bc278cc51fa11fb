import { identityQueries, type InputOf } from '@cairn/contracts';
import {
  administratorRefused,
  refuse,
  type ServiceQuery,
  serviceQuery,
  type ServiceTools,
  type Streams,
  timestamp,
} from '@cairn/kernel';
import { accountByLogin } from '../accounts/lookup.js';
import { reservationIdOf } from '../accounts/names.js';
import { isInForce, membership, membershipsOf } from '../domain/membership/state.js';
import { organization } from '../domain/organization/state.js';
import { type Account, user } from '../domain/user/state.js';
import { administeredUser } from '../read-models/users/administered.js';
import { isOpenOrganization } from '../rights/grants.js';

type Tips = Pick<Streams, 'current'>;

/** The organizations, open ones, in which somebody is now. */
const organizationsOf = async (streams: Tips, userId: string, at: string): Promise<readonly string[]> => {
  const { state } = await streams.current(membership, userId);
  const ids = membershipsOf(state)
    .filter((one) => one.kind === 'organization' && isInForce(one, at))
    .map(({ groupId }) => groupId);
  const found = await Promise.all(ids.map(async (id) => (await streams.current(organization, id)).state));
  return found.filter(isOpenOrganization).map(({ id }) => id);
};

const haveOneInCommon = async (streams: Tips, one: string, other: string, at: string): Promise<boolean> => {
  const [those, these] = await Promise.all([
    organizationsOf(streams, one, at),
    organizationsOf(streams, other, at),
  ]);
  return those.some((id) => these.includes(id));
};

type Wanted = InputOf<typeof identityQueries.sharee>;

/** Who is meant, while the account can be used. */
const usableAccount = async (
  { email, user_id }: Wanted,
  { streams, vault }: Pick<ServiceTools, 'streams' | 'vault'>,
): Promise<Account | undefined> => {
  const load = async <State>(aggregate: Parameters<typeof streams.current<State>>[0], id: string) =>
    (await streams.current(aggregate, id)).state;
  const account =
    email === undefined
      ? await load(user, user_id ?? '')
      : await accountByLogin({ load, tools: { vault } }, email);
  return account?.kind === 'account' && !account.disabled ? account : undefined;
};

const sharee = serviceQuery(identityQueries.sharee, async (wanted, { principal, tools }) => {
  const { email } = wanted;
  const at = timestamp(tools.clock.now());
  const account = await usableAccount(wanted, tools);
  if (email === undefined && account === undefined) return refuse('user_unknown', 'There is no such user.');
  const immediate =
    account !== undefined && (await haveOneInCommon(tools.streams, principal.userId, account.id, at));
  return {
    ...(account !== undefined && (immediate || email === undefined) ? { user_id: account.id } : {}),
    ...(email === undefined ? {} : { address_key: await reservationIdOf(tools.vault, 'email', email) }),
    immediate,
  };
});

const ownAddress = serviceQuery(identityQueries.ownAddress, async (_, { principal: { userId }, tools }) => {
  const { state } = await tools.streams.current(user, userId);
  return state.kind === 'account' && !state.disabled
    ? { address_key: state.heldEmail.reservation_id, verified: state.emailVerified }
    : { verified: false };
});

const peopleById = serviceQuery(
  identityQueries.peopleById,
  async ({ ids }, { principal, documents, tools }) => {
    const refusal = administratorRefused(principal);
    if (refusal !== undefined) return refusal;
    const people = await Promise.all(ids.map((id) => administeredUser({ documents }, tools, id)));
    return people.flatMap((person) => (person === undefined ? [] : [person.resource]));
  },
);

/** What other services ask of identity. */
export const identityAnswers: readonly ServiceQuery[] = [sharee, ownAddress, peopleById];
