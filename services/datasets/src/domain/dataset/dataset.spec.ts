import { datasetStreamEvents } from '@cairn/contracts';
import { type Principal, system } from '@cairn/kernel';
import { given, stateAfter } from '@cairn/kernel/testkit';
import {
  AT,
  DATASET,
  datasetCreated,
  editor,
  idOf,
  nobody,
  owner,
  OWNER,
  stranger,
  VERSION,
  versionCreated,
  viewer,
  inNoGroup,
} from '../../testing/examples.js';
import { datasetVersion } from '../version/state.js';
import { datasets } from '../../datasets.js';
import { visibleVersion } from '../../application/parents.js';
import { dataset, datasetAsset } from './state.js';

const events = datasetStreamEvents;
const PURGE_AT = '2026-03-03T00:00:00.000Z';
const deleted = events.DatasetDeleted.of({ purge_at: PURGE_AT });
const logo = { sha256: 'a'.repeat(64), size: 10, content_type: 'image/png', file_name: 'logo.png' };
const few = { manyClassifications: false };
const nothingElse = { versionIsOwn: false, given: few, groups: inNoGroup };
const { making } = datasets;
const created = [datasetCreated()];

const scoped = (...scopes: readonly string[]): Principal => ({ ...owner.principal, kind: 'key', scopes });

describe('creating a dataset', () => {
  const make = (body: object, principal = owner.principal, groups = inNoGroup) =>
    given(dataset, []).when((state) =>
      making.create(
        state,
        { name: 'mails', ...body },
        { id: DATASET, versionId: VERSION, groups, given: few },
        { principal, at: AT },
      ),
    );
  const bare = datasetCreated({
    multi_label: false,
    default_splits: false,
    content_type: '',
    readers: [{ token: `user:${OWNER}` }],
  });

  it('gives it to the caller alone', () => make({}).then(bare));
  it('lets everyone read what is public', () =>
    make({ public: true }).then({
      ...bare,
      data: {
        ...bare.data,
        public: true,
        visibility: 'public',
        readers: [{ token: `user:${OWNER}` }, { token: 'public' }],
      },
    }));
  it('refuses what contradicts itself', () =>
    make({ public: true, visibility: 'private' }).thenRefused('visibility_contradiction'));
  it.each(['org', 'team', 'project'])('refuses visibility %s without its group', (visibility) =>
    make({ visibility }).thenRefused('visibility_without_scope'),
  );
  it('puts it into the groups that it is given, and whoever manages the organization finds it', () =>
    make({ visibility: 'project' }, owner.principal, { organization_id: 'o', project_id: 'p' }).then({
      ...bare,
      data: {
        ...bare.data,
        visibility: 'project',
        organization_id: 'o',
        project_id: 'p',
        readers: [{ token: `user:${OWNER}` }, { token: 'within:o' }, { token: 'project:p' }],
      },
    }));
  it('needs the scope', () => make({}, scoped('datasets:read')).thenRefused('scope_missing'));
  it('is done once', () =>
    given(dataset, created)
      .when((state) =>
        making.create(
          state,
          { name: 'x' },
          { id: DATASET, versionId: VERSION, groups: inNoGroup, given: few },
          owner,
        ),
      )
      .thenRefused('conflict'));
});

describe('changing a dataset', () => {
  const update = (body: object, caller = owner, context = nothingElse, past = created) =>
    given(dataset, past).when((state) => making.update(state, body, { ...context, caller }));

  it('sets what is sent and keeps the rest', () =>
    update({ name: 'letters', notes: 'n' }).then(
      events.DatasetUpdated.of({ changes: { name: 'letters', notes: 'n' } }),
    ));
  it('says nothing when nothing changes', () => update({ name: 'mails', public: false }).thenNothing());
  it('keeps shares when the visibility changes', () =>
    update({ public: true }).then(
      events.DatasetUpdated.of({
        changes: { public: true, visibility: 'public' },
        previous: { organization_id: null, visibility: 'private' },
        readers: [
          { token: `user:${OWNER}` },
          { token: 'public' },
          { token: `user:${idOf('editor')}`, role: 'share_editor' },
          { token: `user:${idOf('viewer')}`, role: 'share_viewer' },
        ],
      }),
    ));
  it('says of a move between groups no more than that', () =>
    update({ organization_id: null }, owner, nothingElse, [datasetCreated({ organization_id: 'o' })]).then(
      events.DatasetUpdated.of({
        changes: { organization_id: null },
        previous: { organization_id: 'o', visibility: 'private' },
        readers: [...datasetCreated().data.readers],
      }),
    ));
  it('activates an own version', () =>
    update({ active_version_id: idOf('v2') }, owner, { ...nothingElse, versionIsOwn: true }).then(
      events.DatasetVersionActivated.of({ version_id: idOf('v2'), previous: VERSION }),
    ));
  it('refuses a version of another dataset', () =>
    update({ active_version_id: idOf('v2') }).thenRefused('foreign_version'));
  it('refuses the active version once that was deleted', () =>
    update({ active_version_id: VERSION }).thenRefused('foreign_version'));
  it('refuses one classification while items have more', () =>
    update({ multi_label: false }, owner, {
      ...nothingElse,
      given: { manyClassifications: true },
    }).thenRefused('multi_label_violation'));
  it('lets an editor change it, but not who sees it', () => {
    update({ name: 'x' }, editor).then(events.DatasetUpdated.of({ changes: { name: 'x' } }));
    update({ public: true }, editor).thenRefused('forbidden');
  });
  it('refuses a viewer, and is not found by others', () => {
    update({ name: 'x' }, viewer).thenRefused('forbidden');
    update({ name: 'x' }, stranger).thenRefused('not_found');
    update({ name: 'x' }, nobody).thenRefused('not_found');
    update({ name: 'x' }, { ...owner, principal: scoped('models:*') }).thenRefused('scope_missing');
    update({ name: 'x' }, owner, nothingElse, [...created, deleted] as typeof created).thenRefused(
      'not_found',
    );
  });
});

describe('deleting and restoring a dataset', () => {
  it('is for its owner, and names when it is purged', () => {
    const past = given(dataset, created);
    past.when((state) => datasetAsset.delete(state, owner)).then(deleted);
    past.when((state) => datasetAsset.delete(state, editor)).thenRefused('forbidden');
    past.when((state) => datasetAsset.delete(state, stranger)).thenRefused('not_found');
    past.when((state) => datasetAsset.restore(state, owner)).thenRefused('not_deleted');
  });
  it('law 6: is undone until it is purged', () => {
    const past = given(dataset, [...created, deleted]);
    past.when((state) => datasetAsset.restore(state, owner)).then(events.DatasetRestored.of({}));
    past.when((state) => datasetAsset.restore(state, stranger)).thenRefused('not_found');
    given(dataset, [...created, deleted, events.DatasetPurged.of({})])
      .when((state) => datasetAsset.restore(state, owner))
      .thenRefused('purged');
  });
  it('law 6: is purged by a timer only, and not when it is back', () => {
    const past = given(dataset, [...created, deleted]);
    past
      .when((state) => datasetAsset.purge(state, { principal: system, at: AT }))
      .then(events.DatasetPurged.of({}));
    past.when((state) => datasetAsset.purge(state, owner)).thenRefused('forbidden');
    given(dataset, [...created, deleted, events.DatasetRestored.of({})])
      .when((state) => datasetAsset.purge(state, { principal: system, at: AT }))
      .thenNothing();
  });
});

describe('the active version and the logo', () => {
  const v2 = stateAfter(datasetVersion, [versionCreated({ id: idOf('v2') })]);
  it('activates what is its own and there', () => {
    const past = given(dataset, created);
    past
      .when((state) => datasetAsset.activateVersion(state, visibleVersion(v2, DATASET), owner))
      .then(events.DatasetVersionActivated.of({ version_id: idOf('v2'), previous: VERSION }));
    const foreign = stateAfter(datasetVersion, [versionCreated({ dataset_id: idOf('other') })]);
    past
      .when((state) => datasetAsset.activateVersion(state, visibleVersion(foreign, DATASET), owner))
      .thenRefused('not_found');
    past
      .when((state) => datasetAsset.activateVersion(state, visibleVersion(v2, DATASET), viewer))
      .thenRefused('forbidden');
  });
  it('sets a logo and takes it away once', () => {
    const set = events.DatasetLogoSet.of(logo);
    given(dataset, created)
      .when((state) => datasetAsset.setLogo(state, logo, owner))
      .then(set);
    given(dataset, created)
      .when((state) => datasetAsset.setLogo(state, logo, viewer))
      .thenRefused('forbidden');
    given(dataset, [...created, set])
      .when((state) => datasetAsset.removeLogo(state, owner))
      .then(events.DatasetLogoRemoved.of({}));
    given(dataset, created)
      .when((state) => datasetAsset.removeLogo(state, owner))
      .thenRefused('not_found');
  });
});

describe('undoing a change of a dataset', () => {
  const past = (...more: readonly Parameters<typeof stateAfter>[1][number][]) => [...created, ...more];
  const revert = (
    all: Parameters<typeof stateAfter>[1],
    revision: number,
    caller = owner,
    around = { versionIsThere: true },
  ) =>
    given(dataset, all).when((state) =>
      datasetAsset.revert(
        state,
        {
          before: stateAfter(dataset, all.slice(0, revision)),
          after: stateAfter(dataset, all.slice(0, revision + 1)),
          isFuture: revision >= all.length,
          canStand: (undone) => around.versionIsThere || undone.active_version_id === undefined,
        },
        caller,
      ),
    );
  const renamed = events.DatasetUpdated.of({ changes: { name: 'letters' } });
  const noted = events.DatasetUpdated.of({ changes: { notes: 'n' } });

  it('sets the fields back', () =>
    revert(past(renamed, noted), 1).then(events.DatasetUpdated.of({ changes: { name: 'mails' } })));
  it('S2: needs the right to share where others see it then, by its project too', () => {
    const project = '0199d5f0-0000-7000-8000-00000000abcd';
    const joined = events.DatasetUpdated.of({ changes: { project_id: project } });
    const left = events.DatasetUpdated.of({ changes: { project_id: null } });
    revert(past(joined, left), 2, editor).thenRefused('forbidden');
    revert(past(joined, left), 2).then(
      events.DatasetUpdated.of({
        changes: { project_id: project },
        previous: { organization_id: null, visibility: 'private' },
        readers: datasetCreated().data.readers,
      }),
    );
  });
  it('refuses when a later change depends on it', () =>
    revert(past(renamed, events.DatasetUpdated.of({ changes: { name: 'x' } })), 1).thenRefused(
      'not_revertible',
    ));
  it('refuses the creation and the future', () => {
    revert(past(), 0).thenRefused('not_revertible');
    revert(past(), 1).thenRefused('in_future');
  });
  it('brings back what was deleted, and nothing else of it', () => {
    revert(past(renamed, deleted), 2).then(events.DatasetRestored.of({}));
    revert(past(renamed, deleted), 1).thenRefused('not_found');
    revert(past(renamed, deleted), 2, editor).thenRefused('forbidden');
  });
  it('activates what was active, if it is there', () => {
    const activated = events.DatasetVersionActivated.of({ version_id: idOf('v2'), previous: VERSION });
    revert(past(activated), 1).then(
      events.DatasetVersionActivated.of({ version_id: VERSION, previous: idOf('v2') }),
    );
    revert(past(activated), 1, owner, { versionIsThere: false }).thenRefused('not_revertible');
  });
  it('takes back the logo', () =>
    revert(past(events.DatasetLogoSet.of(logo)), 1).then(events.DatasetLogoRemoved.of({})));
  it('is not found by a stranger', () => revert(past(renamed), 1, stranger).thenRefused('not_found'));
});
