/** Deeds about assets of any kind, by anybody: the reference policy says what becomes of each. */
import { asBodySays, nounOf, onAsset, onLive, PEOPLE, pick, type Plan, those, withAsset } from './deed.js';
import { type AssetFacts, type AssetKind, assetKinds, visibilities, type Visibility } from './facts.js';
import { refusalOn, refusalToPlace } from './policy.js';

type Placed = Pick<AssetFacts, 'organization' | 'project'>;

/** What an asset can be shown as where it is. */
const fitting = ({ organization, project }: Placed) => {
  if (project !== undefined) return visibilities;
  return organization === undefined
    ? (['private', 'public'] as const)
    : (['private', 'org', 'public'] as const);
};

const PLACES: readonly (readonly [says: string, placed: Placed])[] = [
  ['in no group', {}],
  ['in the firm', { organization: 'firm' }],
  ['in the project', { organization: 'firm', project: 'project' }],
  ['in the branch', { organization: 'branch' }],
  ['in the project', { organization: 'firm', project: 'project' }],
];
/** So many are there at most. */
const MOST = 5;

export const makes: Plan = (facts, deed) => {
  const who = pick(PEOPLE, deed.who)!;
  if (facts.closed.has(who) || facts.assets.size >= MOST) return undefined;
  const [where, placed] = pick(PLACES, deed.what)!;
  const kind: AssetKind = pick(assetKinds, Math.floor(deed.how / visibilities.length))!;
  const visibility: Visibility = pick(fitting(placed), deed.how)!;
  const name = `${kind} ${facts.assets.size + 1}`;
  const { organization, project } = placed;
  return {
    says: `${who} makes ${name}, ${visibility}, ${where}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: `create${nounOf({ kind })}`,
        body: {
          name: ids.idOf(name),
          visibility,
          ...(organization === undefined ? {} : { organization_id: ids.idOf(organization) }),
          ...(project === undefined ? {} : { project_id: ids.idOf(project) }),
        },
      }),
    },
    refusals: those([asBodySays(refusalToPlace(facts, who, { kind, ...placed })), true]),
    after: withAsset(facts, name, { kind, owner: who, ...placed, visibility, shares: [] }),
    makes: name,
  };
};

export const shows: Plan = (facts, deed) => {
  const found = onLive(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset } = found;
  const visibility: Visibility = pick(fitting(asset), deed.how)!;
  return {
    says: `${who} makes ${name} ${visibility}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: `update${nounOf(asset)}`,
        params: { id: ids.idOf(name) },
        body: { visibility },
      }),
    },
    refusals: those(
      [refusalOn(facts, who, asset, 'write'), true],
      // To say what is so already takes no more than to write.
      [refusalOn(facts, who, asset, 'share'), visibility !== asset.visibility],
    ),
    after: withAsset(facts, name, { ...asset, visibility }),
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
        operation: `update${nounOf(asset)}`,
        params: { id: ids.idOf(name) },
        body: { notes: String(deed.how) },
      }),
    },
    refusals: those([refusalOn(facts, who, asset, 'write'), true]),
    after: facts,
  };
};

export const deletes: Plan = (facts, deed) => {
  const found = onAsset(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset } = found;
  const deleted = asset.deleted !== true;
  return {
    says: `${who} ${deleted ? 'deletes' : 'restores'} ${name}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: `${deleted ? 'delete' : 'restore'}${nounOf(asset)}`,
        params: { id: ids.idOf(name) },
      }),
    },
    refusals: those([refusalOn(facts, who, asset, 'delete'), true]),
    after: withAsset(facts, name, { ...asset, deleted }),
  };
};
