import { assetEvents, type DomainEvent, event } from '@cairn/contracts';
import {
  aggregate,
  ALONE,
  type AssetCaller,
  type Decision,
  isRefusal,
  purgeTimer,
  system,
  userPrincipal,
} from '@cairn/kernel';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { Type } from '@sinclair/typebox';
import { asset } from './domain/asset.js';
import type { AssetState, KnownAsset } from './index.js';
import { projectAsset } from './read-models/project.js';

const ID = '018f4d1a-0000-7000-8000-00000000000a';
const VERSION = '018f4d1a-0000-7000-8000-00000000000b';
const OWNER = '018f4d1a-0000-7000-8000-00000000000c';
const AT = '2026-02-01T00:00:00.000Z';
const logo = { sha256: 'a'.repeat(64), size: 10, content_type: 'image/png', file_name: 'logo.png' };

const made = {
  id: ID,
  user_id: OWNER,
  name: 'plan',
  description: '',
  notes: '',
  public: false,
  visibility: 'private',
  depth: 3,
  active_version_id: VERSION,
  readers: [{ token: `user:${OWNER}` }],
} as const;
const events = assetEvents({
  area: 'atlas',
  noun: 'Map',
  own: { depth: Type.Integer() },
  examples: { created: { ...made, readers: [] }, updated: { changes: { depth: 4 } } },
});
const MapFolded = event({
  name: 'MapFolded',
  storedType: 'atlas.map.folded.v1',
  description: 'A map was folded: an event of the service’s own.',
  schema: Type.Object({}),
  example: {},
});

interface KnownMap extends KnownAsset {
  readonly depth: number;
}
const maps = asset<KnownMap>({ resource: 'graphs', called: 'map', events });
const map = aggregate<AssetState<KnownMap>, DomainEvent>({
  category: 'map',
  events: [...Object.values(events), MapFolded],
  stateVersion: 1,
  initial: { status: 'none' },
  evolve: maps.evolve,
});

const inNoGroup = { organization_id: null, project_id: null };
const person = (id: string): AssetCaller => ({
  principal: userPrincipal({ id, administrator: false }, 'session'),
  standing: ALONE,
  at: AT,
});
const owner = person(OWNER);
const created = events.created.of({ ...made, readers: [...made.readers] });
const deleted = events.deleted.of({ purge_at: '2026-03-03T00:00:00.000Z' });
const after = (past: readonly DomainEvent[], decide: (state: AssetState<KnownMap>) => Decision) =>
  given(map, past).when(decide);

describe('an asset of a kind that is no dataset', () => {
  it('names its events, and describes them, by what it is', () => {
    expect(Object.values(events).map(({ storedType }) => storedType)).toContain(
      'atlas.map.version_activated.v1',
    );
    expect(events.deleted).toMatchObject({ name: 'MapDeleted' });
    expect(events.deleted.description).toContain('A map was deleted');
  });
  it('is made by who has its own scope, and beside the shared fields takes its own', () => {
    const making = { id: ID, versionId: VERSION, body: { name: 'plan' }, groups: inNoGroup };
    const alike = maps.created(map.initial, making, owner);
    expect({ ...alike, depth: 3 }).toEqual(made);
    expect(alike).not.toHaveProperty('depth');
    const reader = { ...owner, principal: { ...owner.principal, scopes: ['datasets:*'] } };
    expect(maps.created(map.initial, making, reader)).toMatchObject({
      refused: 'scope_missing',
      detail: 'The key lacks the scope graphs:write.',
    });
  });
  it('changes its own fields and the shared ones by one event', () =>
    after([created], (state) => {
      const current = maps.mayAccess(owner, state, 'write');
      if (isRefusal(current)) return current;
      const shared = maps.changed(
        current,
        { body: { name: 'chart', public: true }, groups: inNoGroup },
        owner,
      );
      return isRefusal(shared) ? shared : maps.eventsToReach(current, { ...shared, ...{ depth: 5 } }, AT);
    }).then(
      events.updated.of({
        changes: { name: 'chart', public: true, visibility: 'public', depth: 5 },
        previous: { organization_id: null, visibility: 'private' },
        readers: [{ token: `user:${OWNER}` }, { token: 'public' }],
      }),
    ));
  it('goes, comes back and is gone for good', () => {
    after([created], (state) => maps.delete(state, owner)).then(deleted);
    after([created], (state) => maps.delete(state, person(ID))).thenRefused('not_found');
    after([created, deleted], (state) => maps.restore(state, owner)).then(events.restored.of({}));
    const purging = { principal: system, standing: ALONE, at: AT };
    after([created, deleted], (state) => maps.purge(state, purging)).then(events.purged.of({}));
    after([created, deleted, events.purged.of({})], (state) => maps.restore(state, owner)).thenRefused(
      'purged',
    );
    expect(maps.purge(stateAfter(map, [created]), owner)).toMatchObject({
      detail: 'Graphs are purged by a timer only.',
    });
  });
  it('goes back in its own fields, when its service lets it', () => {
    const all = [created, events.updated.of({ changes: { depth: 4 } })];
    const sides = { before: stateAfter(map, all.slice(0, 1)), after: stateAfter(map, all), isFuture: false };
    const revert = (canStand: (undone: { readonly depth?: number }) => boolean) =>
      after(all, (state) => maps.revert(state, { ...sides, canStand }, owner));
    revert(({ depth }) => depth === 3).then(events.updated.of({ changes: { depth: 3 } }));
    revert(() => false).thenRefused('not_revertible');
  });
  it('takes events of its service’s own as no change', () => {
    const state = stateAfter(map, [created]);
    expect(stateAfter(map, [created, MapFolded.of({})])).toEqual(state);
    const facts = {
      id: ID,
      stream: `map-${ID}`,
      revision: 1n,
      position: '',
      eventId: '',
      correlation: '',
      at: AT,
      actor: { kind: 'user', id: OWNER },
    } as const;
    const project = projectAsset(events, 'maps', 'map_shares');
    expect(project(MapFolded.of({}), facts)).toEqual([]);
    expect(project(events.logoSet.of(logo), facts)).toEqual([
      { kind: 'patch', collection: 'maps', id: ID, fields: { logo, revision: '1', updated_at: AT } },
    ]);
    const timer = purgeTimer(events, 'atlas.purgeMap');
    expect(timer.set(deleted, facts)).toEqual([
      {
        id: `purge:${ID}`,
        due: '2026-03-03T00:00:00.000Z',
        command: 'atlas.purgeMap',
        input: { id: ID },
      },
    ]);
  });
});
