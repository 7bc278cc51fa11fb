/** Deeds of giving an asset away, and of moving it between groups, by a transfer or in a body: SPEC-21. */
import {
  asBodySays,
  GUEST,
  type Ids,
  nounOf,
  onLive,
  PEOPLE,
  pick,
  type Plan,
  those,
  withAsset,
} from './deed.js';
import type { AssetFacts, Facts, Name } from './facts.js';
import { isIn, refusalOn, refusalToPlace } from './policy.js';

type Place = Pick<AssetFacts, 'owner' | 'organization' | 'project'>;
/** What a body says; null takes it out of a group. */
type Body = Readonly<Partial<Record<'user_id' | 'organization_id' | 'project_id', Name | null>>>;

const PLACES: readonly Body[] = [
  { organization_id: null, project_id: null },
  { organization_id: 'firm' },
  { organization_id: 'branch', project_id: null },
  { project_id: 'project' },
  { project_id: null },
  { organization_id: 'branch' },
  { organization_id: 'firm', project_id: 'project' },
  { organization_id: 'branch', project_id: 'project' },
  { organization_id: null },
];

const organizationOf = ({ projects }: Facts, project: Name | undefined): Name | undefined =>
  project === undefined ? undefined : projects.get(project)?.organization;

/** What is absent stays; a project that a body names brings its organization, unless the body says one. */
const placeAfter = (facts: Facts, asset: Place, { user_id: to, ...body }: Body): Place => {
  const project = body.project_id === undefined ? asset.project : (body.project_id ?? undefined);
  const its = body.organization_id ?? undefined;
  const brought = typeof body.project_id === 'string' ? organizationOf(facts, project) : undefined;
  const organization = body.organization_id === undefined ? (brought ?? asset.organization) : its;
  return { owner: to ?? asset.owner, organization, project };
};

const isSamePlace = (one: Place, other: Place): boolean =>
  one.organization === other.organization && one.project === other.project;

/** Whether a project is there for somebody to name. */
const isProjectThere = ({ projects }: Facts, project: Name): boolean =>
  projects.get(project)?.state === 'open';

/** What is wrong with a place that an asset is moved to. */
const wrongPlace = (facts: Facts, who: Name, asset: AssetFacts, to: Place): readonly string[] => {
  if (isSamePlace(asset, to)) return [];
  const { project, organization } = to;
  return those(
    [
      'group_unavailable',
      project !== undefined && project !== asset.project && !isProjectThere(facts, project),
    ],
    ['project_elsewhere', project !== undefined && organizationOf(facts, project) !== organization],
    [asBodySays(refusalToPlace(facts, who, { ...asset, ...to })), organization !== undefined],
  );
};

/** An owner is a member of its organization; of what is in none, a colleague of who gives it. All but the guest are colleagues. */
const isRecipient = (facts: Facts, who: Name, asset: AssetFacts, { owner, organization }: Place): boolean => {
  if (owner === asset.owner && organization === asset.organization) return true;
  if (organization !== undefined) return isIn(facts, owner, organization);
  return owner === who || (owner !== GUEST && who !== GUEST && !facts.closed.has(owner));
};

const isFitting = (visibility: AssetFacts['visibility'], { organization, project }: Place): boolean =>
  (visibility !== 'org' || organization !== undefined) &&
  ((visibility !== 'project' && visibility !== 'team') || project !== undefined);

/** A visibility that names no group there is private; a share with the new owner is over. */
const moved = (asset: AssetFacts, to: Place): AssetFacts => ({
  ...asset,
  ...to,
  visibility: isFitting(asset.visibility, to) ? asset.visibility : 'private',
  shares: asset.shares.filter(({ person }) => person !== to.owner),
});

const sent = (body: Body, ids: Ids) =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, value === null ? null : ids.idOf(value)]),
  );
const spelt = (body: Body): string =>
  Object.entries(body)
    .map(([field, value]) => `${field.replace('_id', '')} ${value ?? 'none'}`)
    .join(', ');

export const transfers: Plan = (facts, deed) => {
  const found = onLive(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset } = found;
  const person = pick(PEOPLE, Math.floor(deed.how / 2))!;
  const place = pick(PLACES, deed.how) ?? {};
  const body = deed.ends ? { user_id: person } : { ...place, ...(deed.how > 14 ? { user_id: person } : {}) };
  const to = placeAfter(facts, asset, body);
  return {
    says: `${who} transfers ${name} to ${spelt(body)}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: `transfer${nounOf(asset)}`,
        params: { id: ids.idOf(name) },
        body: sent(body, ids),
      }),
    },
    refusals: those(
      [refusalOn(facts, who, asset, 'transfer'), true],
      ...wrongPlace(facts, who, asset, to).map((code) => [code, true] as const),
      ['recipient_unavailable', !isRecipient(facts, who, asset, to)],
    ),
    after: withAsset(facts, name, moved(asset, to)),
  };
};

/** A `PUT` moves it too, for who may share it; it keeps the owner and the visibility, which must go with it. */
export const moves: Plan = (facts, deed) => {
  const found = onLive(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset } = found;
  const body = pick(PLACES, deed.how)!;
  const to = placeAfter(facts, asset, body);
  const isMoved = !isSamePlace(asset, to);
  return {
    says: `${who} puts ${name} into ${spelt(body)}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: `update${nounOf(asset)}`,
        params: { id: ids.idOf(name) },
        body: sent(body, ids),
      }),
    },
    refusals: those(
      [refusalOn(facts, who, asset, 'write'), true],
      [refusalOn(facts, who, asset, 'share'), isMoved],
      ...wrongPlace(facts, who, asset, to).map((code) => [code, true] as const),
      ['recipient_unavailable', !isRecipient(facts, who, asset, to)],
      ['visibility_without_scope', isMoved && !isFitting(asset.visibility, to)],
    ),
    after: withAsset(facts, name, { ...asset, ...to }),
  };
};
