import { assetEvents, type DomainEvent } from '@cairn/contracts';
import { aggregate, ALONE, type AssetCaller, userPrincipal } from '@cairn/kernel';
import { given } from '@cairn/kernel/testkit';
import { asset } from './asset.js';
import type { NewShare } from './sharing.js';
import type { AssetState, KnownAsset } from './state.js';

const ID = '018f4d1a-0000-7000-8000-00000000000a';
const OWNER = '018f4d1a-0000-7000-8000-00000000000c';
const GRACE = '018f4d1a-0000-7000-8000-00000000000d';
const SHARE = '018f4d1a-0000-7000-8000-00000000000e';
const AT = '2026-02-01T12:00:00.000Z';
const made = {
  id: ID,
  user_id: OWNER,
  name: 'plan',
  description: '',
  notes: '',
  public: false,
  visibility: 'private',
  active_version_id: ID,
} as const;
const events = assetEvents({
  area: 'atlas',
  noun: 'Map',
  own: {},
  examples: { created: { ...made, readers: [] }, updated: { changes: {} } },
});
const maps = asset<KnownAsset>({ resource: 'graphs', called: 'map', events });
const map = aggregate<AssetState<KnownAsset>, DomainEvent>({
  category: 'map',
  events: Object.values(events),
  stateVersion: 1,
  initial: { status: 'none' },
  evolve: maps.evolve,
});
const owner: AssetCaller = {
  principal: userPrincipal({ id: OWNER, administrator: false }, 's'),
  standing: ALONE,
  at: AT,
};
const wanted = (expires_at: string): NewShare => ({
  id: SHARE,
  sharee: { user_id: GRACE, immediate: true },
  role: 'share_viewer',
  expires_at,
  versionIsOwn: false,
  without_invite: true,
});
const there = [events.created.of({ ...made, readers: [{ token: `user:${OWNER}` }] })];
const shared = (expires_at: string, does = {}) => ({
  share_id: SHARE,
  user_id: GRACE,
  role: 'share_viewer' as const,
  expires_at,
  request_user_id: OWNER,
  pending: false,
  without_invite: true,
  readers: [
    { token: `user:${OWNER}` },
    { token: `user:${GRACE}`, role: 'share_viewer' as const, until: expires_at },
  ],
  ...does,
});

describe('S18 decision 23: the end of a share, written in any time zone', () => {
  const END = '2026-02-01T13:00:00.000Z';

  it.each(['2026-02-02T03:00:00+14:00', '2026-02-01T02:00:00-11:00', '2026-02-01T13:00:00Z'])(
    'is the same moment: %s',
    (end) =>
      given(map, there)
        .when((state) => maps.share(state, wanted(end), owner))
        .then(events.shared.of(shared(END))),
  );

  it('is over when its moment is, whatever its text says', () =>
    given(map, there)
      .when((state) => maps.share(state, wanted('2026-02-02T01:59:59+14:00'), owner))
      .thenRefused('in_past'));

  it('is changed to the same moment', () =>
    given(map, [...there, events.shared.of(shared('2026-03-01T00:00:00.000Z'))])
      .when((state) =>
        maps.updateShare(state, SHARE, { role: undefined, expires_at: '2026-02-02T03:00:00+14:00' }, owner),
      )
      .then(
        events.shareUpdated.of({
          share_id: SHARE,
          expires_at: END,
          previous: {
            user_id: shared(END).user_id,
            role: 'share_viewer',
            expires_at: '2026-03-01T00:00:00.000Z',
            pending: false,
          },
          readers: shared(END).readers,
        }),
      ));
});
