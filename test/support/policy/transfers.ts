/** The deed of giving a dataset away, or of moving it: decision 21. */
import { GUEST, PEOPLE, pick, type Plan, with_ } from './deed.js';
import type { AssetFacts, Facts, Name } from './facts.js';
import { isIn, refusalIn, refusalOn } from './policy.js';

/** Where it goes, and what the body says of it. */
interface Move {
  readonly says: string;
  readonly to: Pick<AssetFacts, 'owner' | 'organization' | 'project'>;
  readonly body: Readonly<Record<string, Name | null>>;
}

/** To somebody where it is, out of all groups, into the firm. */
const moveOf = ({ owner, organization, project }: AssetFacts, person: Name, how: number): Move => {
  if (how % 3 === 0)
    return { says: `to ${person}`, to: { owner: person, organization, project }, body: { user_id: person } };
  return how % 3 === 1
    ? {
        says: 'out of all groups',
        to: { owner, organization: undefined, project: undefined },
        body: { organization_id: null, project_id: null },
      }
    : {
        says: 'into the firm',
        to: { owner, organization: 'firm', project },
        body: { organization_id: 'firm' },
      };
};

/** An owner is a member of its organization; of what is in none, a colleague of who gives it. All but the guest are colleagues. */
const isRecipient = (
  facts: Facts,
  who: Name,
  before: AssetFacts,
  { owner, organization }: Move['to'],
): boolean => {
  if (owner === before.owner && organization === before.organization) return true;
  if (organization !== undefined) return isIn(facts, owner, organization);
  return owner === who || (owner !== GUEST && who !== GUEST && !facts.closed.has(owner));
};

const refusalOf = (facts: Facts, who: Name, asset: AssetFacts, { to }: Move): string | undefined => {
  const refusal = refusalOn(facts, who, asset, 'transfer');
  if (refusal !== undefined) return refusal;
  const isMoved = to.organization !== undefined && to.organization !== asset.organization;
  const group = { kind: 'organization', group: 'firm' } as const;
  const placing = isMoved ? refusalIn(facts, who, group, 'datasets:create') : undefined;
  if (placing !== undefined) return placing === 'not_found' ? 'group_unavailable' : placing;
  return isRecipient(facts, who, asset, to) ? undefined : 'recipient_unavailable';
};

/** A visibility that names no group there is private; a share with the new owner is over. */
const moved = (asset: AssetFacts, to: Move['to']): AssetFacts => {
  const { visibility } = asset;
  const fits =
    (visibility !== 'org' || to.organization !== undefined) &&
    ((visibility !== 'project' && visibility !== 'team') || to.project !== undefined);
  const shares = asset.shares.filter(({ person }) => person !== to.owner);
  return { ...asset, ...to, visibility: fits ? visibility : 'private', shares };
};

export const transfers: Plan = (facts, { who: by, what, how }) => {
  const who = pick(PEOPLE, by)!;
  const name = pick([...facts.assets.keys()], what);
  const asset = name === undefined ? undefined : facts.assets.get(name);
  if (facts.closed.has(who) || name === undefined || asset === undefined || asset.deleted === true)
    return undefined;
  const move = moveOf(asset, pick(PEOPLE, Math.floor(how / 3))!, how);
  const refusal = refusalOf(facts, who, asset, move);
  return {
    says: `${who} transfers ${name} ${move.says}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: 'transferDataset',
        params: { id: ids.idOf(name) },
        body: Object.fromEntries(
          Object.entries(move.body).map(([field, value]) => [field, value === null ? null : ids.idOf(value)]),
        ),
      }),
    },
    expected: refusal ?? 'done',
    after:
      refusal === undefined ? { ...facts, assets: with_(facts.assets, name, moved(asset, move.to)) } : facts,
  };
};
