import { assetEvents, type DomainEvent } from '@cairn/contracts';
import { aggregate, ALONE, type AssetCaller, system, userPrincipal } from '@cairn/kernel';
import { given } from '@cairn/kernel/testkit';
import { asset } from './domain/asset.js';
import type { AssetState, KnownAsset } from './index.js';

const ID = '018f4d1a-0000-7000-8000-00000000000a';
const OWNER = '018f4d1a-0000-7000-8000-00000000000c';
const AT = '2026-01-01T00:00:00.000Z';
const own = [{ token: `user:${OWNER}` }];
const made = {
  id: ID,
  user_id: OWNER,
  name: 'plan',
  description: '',
  notes: '',
  public: false,
  visibility: 'private',
  active_version_id: ID,
  readers: own,
} as const;
const events = assetEvents({
  area: 'atlas',
  noun: 'Chart',
  own: {},
  examples: { created: { ...made, readers: [] }, updated: { changes: { name: 'chart' } } },
});
const charts = asset<KnownAsset>({ resource: 'graphs', called: 'chart', events });
const chart = aggregate<AssetState<KnownAsset>, DomainEvent>({
  category: 'chart',
  events: Object.values(events),
  stateVersion: 1,
  initial: { status: 'none' },
  evolve: charts.evolve,
});

const created = events.created.of({ ...made, readers: [...own] });
const shared = events.shared.of({
  share_id: 's',
  email: 'grace@example.org',
  address_key: 'of-grace',
  role: 'share_viewer',
  request_user_id: OWNER,
  pending: true,
  without_invite: false,
  readers: own,
});
const previous = { user_id: null, role: 'share_viewer', expires_at: null, pending: true } as const;
const removed = events.shareRemoved.of({ share_id: 's', readers: own });
const caller = (principal: AssetCaller['principal']): AssetCaller => ({ principal, standing: ALONE, at: AT });
const holder = (addressKey: string | undefined, userId = 'grace') => ({ userId, addressKey, at: AT });
const taken = (past: readonly DomainEvent[], who: ReturnType<typeof holder>) =>
  given(chart, past).when((state) => charts.acceptShareFor(state, 's', who));

describe('a share that waits for an address (decision 34)', () => {
  it('is taken by who has verified it', () => {
    taken([created, shared], holder('of-grace')).then(
      events.shareAccepted.of({
        share_id: 's',
        user_id: 'grace',
        previous,
        readers: [...own, { token: 'user:grace', role: 'share_viewer' }],
      }),
    );
  });
  it.each([
    ['of another address', [created, shared], holder('of-eve')],
    ['whose address is not verified', [created, shared], holder(undefined)],
    ['when it was taken back', [created, shared, removed], holder('of-grace')],
    ['when the asset is deleted', [created, shared, events.deleted.of({ purge_at: AT })], holder('of-grace')],
  ])('is not taken by somebody %s (S20)', (_, past, who) => {
    taken(past, who).thenNothing();
  });
  it('is not taken by the owner, who needs none', () => {
    taken([created, shared], holder('of-grace', OWNER)).thenRefused('share_with_owner');
  });
  it('goes with the account, and says so; nobody but Cairn itself says that', () => {
    given(chart, [created, shared])
      .when((state) => charts.lapseShare(state, 's', caller(system), 'address_erased'))
      .then(events.shareRemoved.of({ share_id: 's', reason: 'address_erased', previous, readers: own }));
    const person = userPrincipal({ id: OWNER, administrator: false }, 'session');
    given(chart, [created, shared])
      .when((state) => charts.lapseShare(state, 's', caller(person), 'address_erased'))
      .thenRefused('forbidden');
  });
});
