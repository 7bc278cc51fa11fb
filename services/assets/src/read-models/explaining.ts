import type { AccessExplanation, AssetResource } from '@cairn/contracts';
import {
  type AccessAction,
  type AccessPath,
  accessPaths,
  decideAccess,
  type Grant,
  isRefusal,
  type KeyFacts,
  notFound,
  type Principal,
  type QueryContext,
  type Refusal,
  type Rights,
  scopesCover,
  type Standing,
  tokens,
  userPrincipal,
} from '@cairn/kernel';
import { standingCaller } from '../access/caller.js';
import { accessible, accessRefusal, type AssetName, placeOf } from '../domain/access.js';
import type { AssetDocument, Deleted } from './document.js';

export type Readable = (
  context: QueryContext,
  id: string,
  deleted?: Deleted,
) => Promise<AssetDocument | undefined>;
type Kept = AssetName & { readonly collection: string };
type Way = AccessExplanation['ways'][number];

const ACTIONS: readonly AccessAction[] = ['read', 'execute', 'write', 'delete', 'share', 'transfer'];

/** An asset at the moment that is read, for who may share it today; else why not. */
export const sharable = async (
  its: Kept,
  readable: Readable,
  context: QueryContext,
  id: string,
): Promise<AssetDocument | Refusal> => {
  const document = await readable(context, id);
  const today = (await context.today.get(its.collection, id)) as AssetDocument | undefined;
  if (document === undefined || today === undefined) return notFound();
  const caller = await standingCaller(context.rights, context, placeOf(today));
  return accessRefusal(its, caller, accessible(today), 'share') ?? document;
};

/** What people held at the moment that is read, and when that is. */
export const rightsThen = ({ pointInTime, rights, at }: QueryContext): { rights: Rights; at: string } =>
  pointInTime === undefined ? { rights, at } : { rights: rights.asOf(pointInTime.at), at: pointInTime.at };

/** Somebody in their own name: what they may do is what the ways permit. */
const inPerson = (userId: string): Principal => userPrincipal({ id: userId, administrator: false }, '');

const keyPrincipal = (apiKeyId: string, { userId, scopes, organizationId }: KeyFacts): Principal => ({
  kind: 'key',
  userId,
  apiKeyId,
  scopes,
  ...(organizationId === undefined ? {} : { organizationId }),
  administrator: false,
});

/** Who may come to an asset, and in which ways; nobody by an account that cannot be used. */
export interface Comer {
  readonly actions: readonly AccessAction[];
  readonly ways: readonly Way[];
  readonly isActive: boolean;
  readonly standing: Standing;
}

/** What somebody may do with an asset as it was. */
export const comerOf = async (
  { resource }: AssetName,
  document: AssetDocument,
  principal: Principal,
  { rights, at }: { readonly rights: Rights; readonly at: string },
): Promise<Comer> => {
  const { userId } = principal;
  const [standing, isActive] = await Promise.all([
    rights.standing(userId, placeOf(document)),
    rights.isActive(userId),
  ]);
  const asset = accessible(document);
  const may = (action: AccessAction): boolean =>
    decideAccess({ principal, standing }, asset, `${resource}:${action}`, at).allowed;
  return {
    actions: isActive ? ACTIONS.filter(may) : [],
    ways: accessPaths(userId, standing, asset, at).map((path) => wayOf(path, resource)),
    isActive,
    standing,
  };
};

/** About whom is asked: a person, or a key of the caller. */
export interface Asked {
  readonly user_id?: string | undefined;
  readonly api_key_id?: string | undefined;
}

/** Why somebody may or may not do what with an asset, at the moment that is read. */
export const explaining =
  (its: Kept, readable: Readable) =>
  async (context: QueryContext, id: string, asked: Asked): Promise<AccessExplanation | Refusal> => {
    const { user_id: userId = context.principal.userId, api_key_id: keyId } = asked;
    const isOwn = userId === context.principal.userId;
    const document = isOwn
      ? ((await readable(context, id)) ?? notFound())
      : await sharable(its, readable, context, id);
    if (isRefusal(document)) return document;
    const then = rightsThen(context);
    if (keyId === undefined) return ofPerson(its, document, userId, then);
    return isOwn ? ofOwnKey(its, document, { id: keyId, userId }, then) : notFound();
  };

/** Of a key of somebody else nobody learns whether there is one. */
const ofOwnKey = async (
  its: AssetName,
  document: AssetDocument,
  { id, userId }: { readonly id: string; readonly userId: string },
  then: Then,
): Promise<AccessExplanation | Refusal> => {
  const facts = await then.rights.key(id);
  return facts?.userId === userId ? ofKey(its, document, { id, facts }, then) : notFound();
};

type Then = ReturnType<typeof rightsThen>;
type Denied = AccessExplanation['denied'];

const ofPerson = async (
  its: AssetName,
  document: AssetDocument,
  userId: string,
  then: Then,
): Promise<AccessExplanation> => {
  const comer = await comerOf(its, document, inPerson(userId), then);
  return {
    user_id: userId,
    actions: [...comer.actions],
    ways: [...comer.ways],
    denied: await deniedTo(its, document, { userId, comer }, then),
  };
};

const ofKey = async (
  its: AssetName,
  document: AssetDocument,
  { id, facts }: { readonly id: string; readonly facts: KeyFacts },
  then: Then,
): Promise<AccessExplanation> => {
  const { userId, organizationId, isUsable } = facts;
  const [comer, key] = await Promise.all([
    comerOf(its, document, inPerson(userId), then),
    comerOf(its, document, keyPrincipal(id, facts), then),
  ]);
  const isElsewhere = organizationId !== undefined && organizationId !== document.organization_id;
  const denied: Denied = [
    ...(await deniedTo(its, document, { userId, comer }, then)),
    ...(isUsable ? [] : (['key_unavailable'] as const)),
    ...(isElsewhere ? (['key_organization'] as const) : []),
    ...(isElsewhere || key.actions.length === comer.actions.length ? [] : (['key_scopes'] as const)),
  ];
  return {
    user_id: userId,
    api_key_id: id,
    actions: isUsable ? [...key.actions] : [],
    ways: [...comer.ways],
    denied,
  };
};

interface Person {
  readonly userId: string;
  readonly comer: Comer;
}

const deniedTo = async (
  its: AssetName,
  document: AssetDocument,
  who: Person,
  then: Then,
): Promise<Denied> => {
  const { userId, comer } = who;
  const { closed } = await then.rights.surroundings(placeOf(document));
  const reasons: readonly (readonly [reason: Denied[number], is: boolean])[] = [
    ['visibility', isHidden(its, comer, then)],
    ['share_over', isShareOver(document, userId, then)],
    ['group_closed', closed.length > 0],
    ['owner_left', userId === document.user_id && !comer.standing.ownerCounts],
    ['account_unavailable', !comer.isActive],
  ];
  return reasons.filter(([, is]) => is).map(([reason]) => reason);
};

/** Whether a role that somebody holds where the asset is would permit more, if the visibility showed it there. */
const isHidden = ({ resource }: AssetName, { actions, standing }: Comer, { at }: Then): boolean =>
  ACTIONS.filter((action) => !actions.includes(action)).some((action) =>
    standing.grants.some(
      ({ permissions, until = '' }) =>
        (until === '' || until > at) && scopesCover(permissions, `${resource}:${action}`),
    ),
  );

const isShareOver = ({ readers }: AssetDocument, userId: string, { at }: Then): boolean =>
  readers.some(({ token, until }) => token === tokens.user(userId) && until !== undefined && until <= at);

const wayOf = (path: AccessPath, resource: AssetResource): Way => ({
  because: path.because,
  actions: ACTIONS.filter((action) => scopesCover(path.permissions, `${resource}:${action}`)),
  ...(path.because === 'share' ? { role_slug: path.role } : {}),
  ...(path.because === 'share' && path.until !== undefined ? { until: path.until } : {}),
  ...(path.because === 'role' ? roleOf(path.grant) : {}),
});

const roleOf = ({ role, group, through, until }: Grant) => ({
  role_slug: role.slug,
  group: { ...group },
  through: { ...through },
  ...(until === undefined ? {} : { until }),
});
