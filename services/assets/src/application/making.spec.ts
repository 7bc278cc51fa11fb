import { callerNamed, given, idNamed } from '@cairn/kernel/testkit';
import { maps } from '../testing/atlas.js';

const { kind, making } = maps;
const { events } = kind.contract;
const owner = callerNamed('owner', '2026-02-01T00:00:00.000Z');
const groups = { organization_id: null, project_id: null };
const [MAP, SHEET] = [idNamed('map'), idNamed('sheet')];
const created = events.created.of({
  ...{ id: MAP, user_id: owner.principal.userId, name: 'cliffs', description: '', notes: '', depth: 3 },
  ...{ public: false, visibility: 'private', active_version_id: SHEET, readers: [] },
});

/** What no command brings about on a service that is well. */
describe('making and changing an asset', () => {
  it('makes none of an id that there is', () =>
    given(kind.aggregate, [created])
      .when((state) =>
        making.create(state, { name: 'x' }, { id: MAP, versionId: '', groups, given: undefined }, owner),
      )
      .thenRefused('conflict'));

  it('refuses the active version once that was deleted', () =>
    given(kind.aggregate, [created])
      .when((state) =>
        making.update(
          state,
          { active_version_id: SHEET },
          { versionIsOwn: false, groups, given: undefined, caller: owner },
        ),
      )
      .thenRefused('foreign_version'));

  it('says of a move between groups no more than that, and where it was until then', () =>
    given(kind.aggregate, [events.created.of({ ...(created.data as object), organization_id: 'o' })])
      .when((state) =>
        making.update(
          state,
          { organization_id: null },
          { versionIsOwn: false, groups, given: undefined, caller: owner },
        ),
      )
      .then(
        events.updated.of({
          changes: { organization_id: null },
          previous: { organization_id: 'o', project_id: null, visibility: 'private' },
          readers: [{ token: `user:${owner.principal.userId}` }],
        }),
      ));
});
