/** Deeds about datasets, by anybody: the reference policy says what becomes of each. */
import { type Deed, ending, expiry, GUEST, PEOPLE, pick, type Plan, until, with_ } from './deed.js';
import {
  type AssetFacts,
  type Facts,
  type Name,
  type ShareFacts,
  visibilities,
  type Visibility,
} from './facts.js';
import { mayCreate, refusalOn } from './policy.js';

/** Somebody who is let in, and a dataset: what becomes of a deed is what the policy says. */
const onAsset = (facts: Facts, deed: Deed): { who: Name; name: Name; asset: AssetFacts } | undefined => {
  const who = pick(PEOPLE, deed.who)!;
  const name = pick([...facts.assets.keys()], deed.what);
  const asset = name === undefined ? undefined : facts.assets.get(name);
  return facts.closed.has(who) || name === undefined || asset === undefined
    ? undefined
    : { who, name, asset };
};
/** The same, of a dataset that is not deleted. */
const onLive = (facts: Facts, deed: Deed): ReturnType<typeof onAsset> => {
  const found = onAsset(facts, deed);
  return found?.asset.deleted === true ? undefined : found;
};
/** A share of it too. */
const onShare = (facts: Facts, deed: Deed) => {
  const found = onLive(facts, deed);
  const share = found && pick(found.asset.shares, deed.how);
  return found === undefined || share === undefined ? undefined : { ...found, share };
};
/** What an asset can be shown as where it is. */
const fitting = ({ organization, project }: Pick<AssetFacts, 'organization' | 'project'>) => {
  if (project !== undefined) return visibilities;
  return organization === undefined
    ? (['private', 'public'] as const)
    : (['private', 'org', 'public'] as const);
};
const withAsset = (facts: Facts, name: Name, asset: AssetFacts): Facts => ({
  ...facts,
  assets: with_(facts.assets, name, asset),
});

export const makes: Plan = (facts, deed) => {
  const who = pick(PEOPLE, deed.who)!;
  if (facts.closed.has(who) || facts.assets.size >= 4) return undefined;
  const makesIn = pick(['nowhere', 'firm', 'project'], deed.what)!;
  const organization = makesIn === 'nowhere' ? undefined : 'firm';
  const project = makesIn === 'project' ? 'project' : undefined;
  const visibility: Visibility = pick(fitting({ organization, project }), deed.how)!;
  const name = `dataset ${facts.assets.size + 1}`;
  const may = mayCreate(facts, who, { organization, project });
  if (!may) return undefined;
  return {
    says: `${who} makes ${name}, ${visibility}, in ${makesIn === 'nowhere' ? 'no group' : `the ${makesIn}`}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: 'createDataset',
        body: {
          name: ids.idOf(name),
          visibility,
          ...(organization === undefined ? {} : { organization_id: ids.idOf(organization) }),
          ...(project === undefined ? {} : { project_id: ids.idOf(project) }),
        },
      }),
    },
    expected: 'done',
    after: withAsset(facts, name, { owner: who, organization, project, visibility, shares: [] }),
    makes: name,
  };
};

const refused = (facts: Facts, who: Name, asset: AssetFacts, action: 'write' | 'share' | 'delete') =>
  refusalOn(facts, who, asset, action);

export const shows: Plan = (facts, deed) => {
  const found = onLive(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset } = found;
  const visibility: Visibility = pick(fitting(asset), deed.how)!;
  // To say what is so already takes no more than to write.
  const action = visibility === asset.visibility ? 'write' : 'share';
  const writing = refused(facts, who, asset, 'write');
  const refusal = writing ?? refused(facts, who, asset, action);
  return {
    says: `${who} makes ${name} ${visibility}`,
    act: {
      by: who,
      call: (ids) => ({ operation: 'updateDataset', params: { id: ids.idOf(name) }, body: { visibility } }),
    },
    expected: refusal ?? 'done',
    after: refusal === undefined ? withAsset(facts, name, { ...asset, visibility }) : facts,
  };
};

export const shareWith: Plan = (facts, deed) => {
  const found = onLive(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset } = found;
  const person = pick(PEOPLE, deed.how)!;
  const isTaken = [asset.owner, ...facts.closed, ...asset.shares.map((share) => share.person)].includes(
    person,
  );
  if (isTaken) return undefined;
  const role = deed.how % 2 === 0 ? 'share_editor' : 'share_viewer';
  const end = until(deed, facts);
  const refusal = refused(facts, who, asset, 'share');
  const share: ShareFacts = { person, role, until: end, pending: person === GUEST || who === GUEST };
  return {
    says: `${who} shares ${name} with ${person}, as ${role}${ending(end)}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: 'createDatasetShare',
        params: { id: ids.idOf(name) },
        body: { user_id: ids.idOf(person), role_slug: role, without_invite: true, ...expiry(end, ids) },
      }),
    },
    expected: refusal ?? 'done',
    after:
      refusal === undefined ? withAsset(facts, name, { ...asset, shares: [...asset.shares, share] }) : facts,
    ...(refusal === undefined ? { makes: `${name} with ${person}` } : {}),
  };
};

export const unshares: Plan = (facts, deed) => {
  const found = onShare(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset, share } = found;
  const sharing = refused(facts, who, asset, 'share');
  const seen = refused(facts, who, asset, 'write') !== 'not_found';
  // Who it is shared with may leave it.
  const refusal = share.person === who && seen ? undefined : sharing;
  const shares = asset.shares.filter((one) => one !== share);
  return {
    says: `${who} takes ${name} back from ${share.person}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: 'deleteDatasetShare',
        params: { id: ids.idOf(name), share_id: ids.shareOf(name, share.person) },
      }),
    },
    expected: refusal ?? 'done',
    after: refusal === undefined ? withAsset(facts, name, { ...asset, shares }) : facts,
  };
};

export const reshares: Plan = (facts, deed) => {
  const found = onShare(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset, share } = found;
  const refusal = refused(facts, who, asset, 'share');
  const role = share.role === 'share_editor' ? 'share_viewer' : 'share_editor';
  const end = until(deed, facts);
  const changed: ShareFacts = { ...share, role, until: end };
  const shares = asset.shares.map((one) => (one === share ? changed : one));
  return {
    says: `${who} makes ${share.person} ${role} of ${name}${ending(end)}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: 'updateDatasetShare',
        params: { id: ids.idOf(name), share_id: ids.shareOf(name, share.person) },
        body: { role_slug: role, expires_at: end === undefined ? null : ids.timeOf(end) },
      }),
    },
    expected: refusal ?? 'done',
    after: refusal === undefined ? withAsset(facts, name, { ...asset, shares }) : facts,
  };
};

export const writes: Plan = (facts, deed) => {
  const found = onLive(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset } = found;
  return {
    says: `${who} writes ${name}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: 'updateDataset',
        params: { id: ids.idOf(name) },
        body: { notes: String(deed.how) },
      }),
    },
    expected: refused(facts, who, asset, 'write') ?? 'done',
    after: facts,
  };
};

export const deletes: Plan = (facts, deed) => {
  const found = onAsset(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset } = found;
  const refusal = refused(facts, who, asset, 'delete');
  const deleted = asset.deleted !== true;
  return {
    says: `${who} ${deleted ? 'deletes' : 'restores'} ${name}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: deleted ? 'deleteDataset' : 'restoreDataset',
        params: { id: ids.idOf(name) },
      }),
    },
    expected: refusal ?? 'done',
    after: refusal === undefined ? withAsset(facts, name, { ...asset, deleted }) : facts,
  };
};
