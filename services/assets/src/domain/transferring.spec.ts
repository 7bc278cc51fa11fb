import { assetEvents, type DomainEvent } from '@cairn/contracts';
import { aggregate, ALONE, type AssetCaller, type Grant, refuse, userPrincipal } from '@cairn/kernel';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { asset } from './asset.js';
import type { AssetState, KnownAsset } from './state.js';

const AT = '2026-02-01T00:00:00.000Z';
const SHARE = '018f4d1a-0000-7000-8000-000000000041';
const made = {
  id: '018f4d1a-0000-7000-8000-00000000000a',
  user_id: 'ada',
  name: 'plan',
  description: '',
  notes: '',
  public: false,
  visibility: 'project' as const,
  organization_id: 'o',
  project_id: 'p',
  active_version_id: '018f4d1a-0000-7000-8000-00000000000b',
  readers: [{ token: 'user:ada' }, { token: 'within:o' }, { token: 'project:p' }],
};
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
const created = events.created.of(made);
const shared = events.shared.of({
  share_id: SHARE,
  user_id: 'grace',
  role: 'share_viewer',
  request_user_id: 'ada',
  pending: false,
  without_invite: true,
  readers: [...made.readers, { token: 'user:grace', role: 'share_viewer' }],
});

const caller = (id: string, grants: readonly Grant[] = []): AssetCaller => ({
  principal: userPrincipal({ id, administrator: false }, 's'),
  standing: { ...ALONE, grants },
  at: AT,
});
const inProject = (permissions: readonly string[]): readonly Grant[] => {
  const group = { kind: 'project', id: 'p' } as const;
  return [{ group, through: group, role: { id: 'r', slug: 'r' }, permissions }];
};
const inGroups = { organization_id: 'o', project_id: 'p' };
const nowhere = { organization_id: null, project_id: null };
const before = {
  user_id: 'ada',
  ...inGroups,
  public: false,
  visibility: 'project' as const,
};
const transfer = (
  to: Parameters<typeof maps.transfer>[1],
  by = caller('ada'),
  past: readonly DomainEvent[] = [created],
) => given(map, past).when((state) => maps.transfer(state, to, by));

describe('an asset that is transferred', () => {
  it('is the new owner’s alone, but for what roles and the visibility give', () =>
    transfer({ userId: 'grace', groups: inGroups }).then(
      events.transferred.of({
        ...before,
        user_id: 'grace',
        previous: before,
        readers: [{ token: 'user:grace' }, { token: 'within:o' }, { token: 'project:p' }],
      }),
    ));
  it('becomes private where its visibility names nothing any more', () =>
    transfer({ userId: 'ada', groups: nowhere }).then(
      events.transferred.of({
        ...{ user_id: 'ada', ...nowhere, public: false, visibility: 'private' },
        previous: before,
        readers: [{ token: 'user:ada' }],
      }),
    ));
  it('is not shared with its owner any more, and stays shared with others', () => {
    const eve = { ...shared.data, share_id: made.id, user_id: 'eve' };
    const state = stateAfter(map, [created, shared, events.shared.of(eve)]);
    const decided = maps.transfer(state, { userId: 'grace', groups: inGroups }, caller('ada'));
    const after = stateAfter(map, [created, shared, events.shared.of(eve), ...(decided as DomainEvent[])]);
    expect(after).toMatchObject({
      user_id: 'grace',
      shares: { [made.id]: { user_id: 'eve' } },
      readers: [
        { token: 'user:grace' },
        { token: 'within:o' },
        { token: 'project:p' },
        { token: 'user:eve', role: 'share_viewer' },
      ],
    });
    expect(Object.keys((after as KnownAsset).shares)).toEqual([made.id]);
  });
  it('tells nothing when it is so already', () =>
    transfer({ userId: 'ada', groups: inGroups }).thenNothing());
  it('is moved by its owner and by administrators, not by who only writes or shares', () => {
    const to = { userId: 'grace', groups: inGroups };
    transfer(to, caller('eve', inProject(['*:*']))).then(
      events.transferred.of({
        ...before,
        user_id: 'grace',
        previous: before,
        readers: [{ token: 'user:grace' }, { token: 'within:o' }, { token: 'project:p' }],
      }),
    );
    transfer(to, caller('eve', inProject(['*:read', '*:write', '*:delete', '*:share']))).thenRefused(
      'forbidden',
    );
    transfer(to, caller('grace'), [created, shared]).thenRefused('forbidden');
    transfer(to, caller('mallory')).thenRefused('not_found');
  });
  it('says why not to who may transfer it, and to nobody else', () => {
    const to = { userId: 'grace', groups: refuse('recipient_unavailable', 'No.') };
    transfer(to).thenRefused('recipient_unavailable');
    transfer(to, caller('mallory')).thenRefused('not_found');
  });
});

describe('undoing a transfer', () => {
  const moved = (user_id: string, groups: typeof inGroups | typeof nowhere) =>
    events.transferred.of({
      ...{ user_id, ...groups, public: false, visibility: 'private' },
      previous: before,
      readers: [{ token: `user:${user_id}` }],
    });
  const revert = (event: DomainEvent, by: AssetCaller, placing?: ReturnType<typeof refuse>) => {
    const past = [created, event];
    const sides = { before: stateAfter(map, past.slice(0, 1)), after: stateAfter(map, past) };
    return given(map, past).when((state) =>
      maps.revert(state, { ...sides, isFuture: false, canStand: () => true, placing }, by),
    );
  };
  it('is refused when it went to another owner: it is given again', () =>
    revert(moved('grace', nowhere), caller('grace')).thenRefused('not_revertible'));
  it('moves it back between groups, when the caller may put it there', () => {
    revert(moved('ada', nowhere), caller('ada')).then(
      events.updated.of({
        changes: { ...inGroups, visibility: 'project' },
        previous: { organization_id: null, visibility: 'private' },
        readers: [...made.readers],
      }),
    );
    const placing = refuse('group_unavailable', 'No.');
    revert(moved('ada', nowhere), caller('ada'), placing).thenRefused('group_unavailable');
  });
});
