import { identityQueries, type InputOf } from '@cairn/contracts';
import {
  administratorRefused,
  type AnswerContext,
  isRefusal,
  refuse,
  scopesCover,
  type ServiceQuery,
  serviceQuery,
  type ServiceTools,
  type Streams,
  timestamp,
} from '@cairn/kernel';
import { accountByLogin } from '../accounts/lookup.js';
import { reservationIdOf } from '../accounts/names.js';
import { isInForce, membership, membershipsOf } from '../domain/membership/state.js';
import { secretIdOf } from '../credentials/secret-id.js';
import { organization } from '../domain/organization/state.js';
import { secret, type SecretOwner } from '../domain/secret/state.js';
import { type Account, user } from '../domain/user/state.js';
import { administeredUser } from '../read-models/administered-users/queries.js';
import { isOpenOrganization } from '../rights/grants.js';
import { decideIn, organizationPlace } from '../rights/may-in.js';

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

/** Whose secret is meant, when the one who asks may use it. */
const usableOwner = async (
  { key_ref: keyRef, organization_id: organizationId }: InputOf<typeof identityQueries.secretNamed>,
  { principal, tools }: Pick<AnswerContext, 'principal' | 'tools'>,
): Promise<SecretOwner | undefined> => {
  if (keyRef.startsWith('me/'))
    return principal.organizationId === undefined && scopesCover(principal.scopes, 'secrets:read')
      ? { userId: principal.userId }
      : undefined;
  if (organizationId === undefined) return undefined;
  const place = organizationPlace(organizationId);
  const grants = await tools.rights.inGroup(principal.userId, place);
  return isRefusal(decideIn(principal, place, grants, 'secrets:read')) ? undefined : { organizationId };
};

const secretNamed = serviceQuery(identityQueries.secretNamed, async (asked, { principal, tools }) => {
  const owner = await usableOwner(asked, { principal, tools });
  const name = asked.key_ref.slice(asked.key_ref.indexOf('/') + 1);
  const id = owner && (await secretIdOf(tools.vault, owner, name));
  const state = id === undefined ? undefined : (await tools.streams.current(secret, id)).state;
  return state?.kind === 'secret'
    ? { id: state.id, name, hosts: [...state.hosts] }
    : refuse('not_found', 'There is no such secret.');
});

/** What other services ask of identity. */
export const identityAnswers: readonly ServiceQuery[] = [sharee, ownAddress, peopleById, secretNamed];
