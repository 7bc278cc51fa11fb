/** Deeds about shares, by anybody: to give one, to change it, to accept it, to take it back. */
import {
  type Deed,
  ending,
  expiry,
  GUEST,
  nounOf,
  onLive,
  PEOPLE,
  pick,
  type Plan,
  those,
  until,
  withAsset,
} from './deed.js';
import type { Facts, Name, ShareFacts } from './facts.js';
import { isInForce, refusalOn } from './policy.js';

/** Somebody, something that is there, and a share of it. */
const onShare = (facts: Facts, deed: Deed) => {
  const found = onLive(facts, deed);
  const share = found && pick(found.asset.shares, deed.how);
  return found === undefined || share === undefined ? undefined : { ...found, share };
};

export const shareWith: Plan = (facts, deed) => {
  const found = onLive(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset } = found;
  const person = pick(PEOPLE, deed.how)!;
  if (facts.closed.has(person)) return undefined;
  const role = deed.how % 2 === 0 ? 'share_editor' : 'share_viewer';
  const end = until(deed, facts);
  const share: ShareFacts = { person, role, until: end, pending: person === GUEST || who === GUEST };
  const has = asset.shares.some((one) => one.person === person);
  return {
    says: `${who} shares ${name} with ${person}, as ${role}${ending(end)}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: `create${nounOf(asset)}Share`,
        params: { id: ids.idOf(name) },
        body: { user_id: ids.idOf(person), role_slug: role, without_invite: true, ...expiry(end, ids) },
      }),
    },
    refusals: those(
      [refusalOn(facts, who, asset, 'share'), true],
      ['share_with_owner', person === asset.owner],
      ['share_exists', has],
    ),
    after: withAsset(facts, name, { ...asset, shares: [...asset.shares, share] }),
    makes: `${name} with ${person}`,
  };
};

/** By who may share it, or by who it is shared with. */
export const unshares: Plan = (facts, deed) => {
  const found = onShare(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset, share } = found;
  const sharing = refusalOn(facts, who, asset, 'share');
  const shares = asset.shares.filter((one) => one !== share);
  return {
    says: `${who} takes ${name} back from ${share.person}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: `delete${nounOf(asset)}Share`,
        params: { id: ids.idOf(name), share_id: ids.shareOf(name, share.person) },
      }),
    },
    refusals: those([sharing, share.person !== who || sharing === 'not_found']),
    after: withAsset(facts, name, { ...asset, shares }),
  };
};

const changed = (facts: Facts, asset: Parameters<typeof withAsset>[2], name: Name, now: ShareFacts) =>
  withAsset(facts, name, {
    ...asset,
    shares: asset.shares.map((one) => (one.person === now.person ? now : one)),
  });

export const reshares: Plan = (facts, deed) => {
  const found = onShare(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset, share } = found;
  const role = share.role === 'share_editor' ? 'share_viewer' : 'share_editor';
  const end = until(deed, facts);
  return {
    says: `${who} makes ${share.person} ${role} of ${name}${ending(end)}`,
    act: {
      by: who,
      call: (ids) => ({
        operation: `update${nounOf(asset)}Share`,
        params: { id: ids.idOf(name), share_id: ids.shareOf(name, share.person) },
        body: { role_slug: role, expires_at: end === undefined ? null : ids.timeOf(end) },
      }),
    },
    refusals: those([refusalOn(facts, who, asset, 'share'), true]),
    after: changed(facts, asset, name, { ...share, role, until: end }),
  };
};

/** With the token that was mailed: by who was asked it is taken, once, while it is good; from others it is nothing. */
export const accepts: Plan = (facts, deed) => {
  const found = onShare(facts, deed);
  if (found === undefined) return undefined;
  const { who, name, asset, share } = found;
  const isOver = share.pending === true && !isInForce(facts, share);
  return {
    says: `${who} accepts ${name}, which was shared with ${share.person}`,
    act: { accepts: `${name} with ${share.person}`, by: who },
    refusals: those(['not_found', who !== share.person || isOver]),
    after: changed(facts, asset, name, { ...share, pending: false }),
  };
};
