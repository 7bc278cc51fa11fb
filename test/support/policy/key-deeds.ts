/** Deeds about keys, and by keys. */
import { asBodySays, FOUNDER, nounOf, PEOPLE, pick, type Plan, those, with_, withAsset } from './deed.js';
import type { AssetFacts, Facts, KeyFacts, Name } from './facts.js';
import { hasScope, isGood, isInReach } from './key-policy.js';
import { permissionOn, refusalIn, refusalOn, refusalToPlace } from './policy.js';

const SCOPES = [
  ['*:*'],
  ['datasets:read'],
  ['datasets:read', 'datasets:write'],
  ['models:*'],
  ['*:read'],
  ['datasets:write', 'models:read'],
  ['datasets:*', 'members:write'],
] as const;
const BOUND = [undefined, 'firm', 'firm', 'branch'] as const;
/** So many are looked through at most. */
const MOST = 3;

const livingKeys = ({ keys }: Facts): readonly Name[] =>
  [...keys].filter(([, { state }]) => state !== 'deleted').map(([name]) => name);

export const makesKey: Plan = (facts, deed) => {
  const owner = pick([FOUNDER, ...PEOPLE], deed.who)!;
  if (facts.closed.has(owner) || livingKeys(facts).length >= MOST) return undefined;
  const scopes = pick(SCOPES, deed.how)!;
  const organization = pick(BOUND, deed.what);
  const name = `key ${facts.keys.size + 1}`;
  return {
    says: `${owner} makes ${name} of ${organization ?? 'no organization'} for ${scopes.join(', ')}`,
    act: {
      by: owner,
      call: (ids) => ({
        operation: 'createAPIKey',
        body: {
          name,
          scopes,
          ...(organization === undefined ? {} : { organization_id: ids.idOf(organization) }),
        },
      }),
    },
    refusals: those([refusalToMake(facts, owner, organization), true]),
    after: { ...facts, keys: with_(facts.keys, name, { owner, scopes, organization, state: 'good' }) },
    makes: name,
  };
};

/** How somebody is refused who makes a key of an organization, or enables one; of none anybody may. */
const refusalToMake = (facts: Facts, owner: Name, organization: Name | undefined): string | undefined => {
  if (organization === undefined) return undefined;
  const group = { kind: 'organization', group: organization } as const;
  const refusal = refusalIn(facts, owner, group, 'apikeys:write');
  return refusal === 'not_found' ? 'invalid_body' : refusal;
};

/** Its owner disables one, enables it again, or deletes it. */
export const switchesKey: Plan = (facts, deed) => {
  const found = withKey(facts, deed.what);
  if (found === undefined || facts.closed.has(found.key.owner)) return undefined;
  const { key, name } = found;
  const next = switched(key, deed.ends);
  return {
    says: `${key.owner} ${next === 'deleted' ? 'deletes' : `makes ${next}`} ${name}`,
    act: {
      by: key.owner,
      call: (ids) => ({
        operation: next === 'deleted' ? 'deleteAPIKey' : 'updateAPIKey',
        params: { id: ids.idOf(name) },
        ...(next === 'deleted' ? {} : { body: { disabled: next === 'disabled' } }),
      }),
    },
    refusals: those([refusalToMake(facts, key.owner, key.organization), next === 'good']),
    after: { ...facts, keys: with_(facts.keys, name, { ...key, state: next }) },
  };
};

const switched = ({ state }: KeyFacts, ends: boolean): KeyFacts['state'] => {
  if (ends) return 'deleted';
  return state === 'good' ? 'disabled' : 'good';
};

/** How a key is refused that wants to do something with an asset. */
const refusalOfKey = (facts: Facts, key: KeyFacts, asset: AssetFacts, action: 'write' | 'share') => {
  if (!isInReach(key, asset)) return 'not_found';
  const own = refusalOn(facts, key.owner, asset, action);
  if (own === 'not_found') return own;
  return hasScope(key, permissionOn(asset, action)) ? own : 'scope_missing';
};

const withKey = (facts: Facts, index: number) => {
  const name = pick(livingKeys(facts), index);
  const key = name === undefined ? undefined : facts.keys.get(name);
  return name === undefined || key === undefined ? undefined : { key, name };
};

/** What refuses a key that wants to write, or to say who sees it. */
const refusalsOfKey = (facts: Facts, key: KeyFacts, asset: AssetFacts, isShown: boolean): readonly string[] =>
  isGood(facts, key)
    ? those(
        [refusalOfKey(facts, key, asset, 'write'), true],
        [refusalOfKey(facts, key, asset, 'share'), isShown],
      )
    : ['unauthenticated'];

/** It writes, or hides something from all others. */
export const writesByKey: Plan = (facts, deed) => {
  const by = withKey(facts, deed.who);
  const found = pick([...facts.assets], deed.what);
  if (by === undefined || found === undefined || found[1].deleted === true) return undefined;
  const [name, asset] = found;
  const hidden = { ...asset, visibility: 'private' } as const;
  return {
    says: `${by.name} ${deed.ends ? 'hides' : 'writes'} ${name}`,
    act: {
      by: by.name,
      call: (ids) => ({
        operation: `update${nounOf(asset)}`,
        params: { id: ids.idOf(name) },
        body: deed.ends ? { visibility: hidden.visibility } : { notes: String(deed.how) },
      }),
    },
    refusals: refusalsOfKey(facts, by.key, asset, deed.ends && asset.visibility !== 'private'),
    after: deed.ends ? withAsset(facts, name, hidden) : facts,
  };
};

/** What it makes is in its organization. */
export const makesByKey: Plan = (facts, deed) => {
  const by = withKey(facts, deed.who);
  if (by === undefined || facts.assets.size >= MOST + 2) return undefined;
  const { key } = by;
  const { owner } = key;
  // Of what is made, null says nothing.
  const said = pick([undefined, 'firm', 'branch', null] as const, deed.what);
  const organization = said ?? key.organization;
  const name = `dataset ${facts.assets.size + 1}`;
  const placing = refusalToPlace(facts, owner, { organization });
  return {
    says: `${by.name} makes ${name}${said === undefined ? '' : `, in the ${said ?? 'organization of null'}`}`,
    act: {
      by: by.name,
      call: (ids) => ({
        operation: 'createDataset',
        body: {
          name: ids.idOf(name),
          ...(said === undefined ? {} : { organization_id: said === null ? null : ids.idOf(said) }),
        },
      }),
    },
    refusals: isGood(facts, key)
      ? those(
          ['scope_missing', !hasScope(key, 'datasets:write')],
          ['group_unavailable', key.organization !== undefined && organization !== key.organization],
          [asBodySays(placing), true],
        )
      : ['unauthenticated'],
    after: withAsset(facts, name, {
      kind: 'dataset',
      owner,
      organization,
      project: undefined,
      visibility: 'private',
      shares: [],
    }),
    makes: name,
  };
};
