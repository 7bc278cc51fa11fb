import { modelVersionStreamEvents as events } from '@cairn/contracts';
import { isRefusal, refuse, system } from '@cairn/kernel';
import { given, stateAfter } from '@cairn/kernel/testkit';
import {
  assetsSet,
  AT,
  idOf,
  labels,
  MODEL,
  onnx,
  OTHER,
  owner,
  OWNER,
  served,
  VERSION,
  versionCreated,
} from '../../testing/examples.js';
import { modelVersions } from '../../versions.js';
import { decideInspected, decideServed, decideSetAssets } from './files.js';
import { type KnownModelVersion, modelVersion, modelVersionKind } from './state.js';

const { decide } = modelVersionKind;

type Events = Parameters<typeof given>[1];
const created: Events = [versionCreated()];
const deleted = events.ModelVersionDeleted.of({ purge_at: '2026-01-31T00:00:00.000Z' });
const restored = events.ModelVersionRestored.of({});
const purged = events.ModelVersionPurged.of({});
const modelOf = (changes: object = {}) => ({ id: MODEL, active_version_id: '', aliases: {}, ...changes });
const noDataset = { dataset_id: '', dataset_version_id: '', dataset_position: '', dataset_as_of: '' };

describe('a new version', () => {
  const of = { config: '{"task":"raw"}', application_id: idOf('application') };
  const make = (body: object, assets = [labels(2)]) =>
    given(modelVersion, []).when((state) => {
      const { application_id } = of;
      const content = modelVersions.content.made(body, { application_id, ...noDataset });
      if (isRefusal(content)) return content;
      return decide.create(state, {
        ...{ id: VERSION, asset_id: MODEL, user_id: OWNER, content },
        beside: (version) => decideSetAssets(version, assets, AT),
      });
    });

  it('has the application of its model, unless it says another, and no config unless it says one', () => {
    const { config, application_id } = of;
    make({}, []).then(versionCreated({ application_id }));
    make({ config }, []).then(versionCreated({ config, application_id }));
    make({ config: '', application_id: '' }, []).then(versionCreated());
    make({ config: '{' }).thenRefused('invalid_body');
  });
  it('tells tags where there are any', () => {
    const tags = { optimizer: 'adam' };
    make({ config: '', application_id: '', tags }, []).then(versionCreated({ tags }));
    make({ config: '', application_id: '', tags: null }, []).then(versionCreated());
  });
  it('brings its files, when they fit each other', () => {
    const { application_id } = of;
    make({}).then(versionCreated({ application_id }), assetsSet(labels(2)));
    make({}, [labels(2), onnx([[null, 3]])]).thenRefused('labels_mismatch');
  });
});

describe('the files of a version', () => {
  const set = (before: Events, ...sent: Parameters<typeof decideSetAssets>[1]) =>
    given(modelVersion, before).when((state) => decideSetAssets(state as KnownModelVersion, sent, AT));

  it('are set, and not again when they are there', () => {
    set(created, labels(2)).then(assetsSet(labels(2)));
    set([...created, assetsSet(labels(2))], labels(2)).thenNothing();
    set([...created, assetsSet(labels(2))], labels(3, 'c')).then(assetsSet(labels(3, 'c')));
  });
  it('are set again when they could not be opened before, until the version has served', () => {
    const { inspected: _, ...unopened } = onnx([[null, 2]]);
    const before = [...created, assetsSet(unopened)];
    set(before, unopened).thenNothing();
    set(before, onnx([[null, 2]])).then(assetsSet(onnx([[null, 2]])));
    set([...before, served], onnx([[null, 2]])).thenNothing();
  });
  it('of before made-up rows were asked: what is found later is told once', () => {
    const before = [...created, assetsSet(onnx([[null, 2]])), served];
    const { file, inspected } = onnx([[null, 2]]);
    const found = {
      sha256: file.sha256,
      inspected: { ...inspected!, rows_independent: true, undecided: [] },
    };
    const told = events.ModelVersionInspected.of({ asset_type: 'onnx_model', ...found });
    const decide = (state: unknown) => decideInspected(state as KnownModelVersion, found);
    given(modelVersion, before).when(decide).then(told);
    given(modelVersion, [...before, told])
      .when(decide)
      .thenNothing();
    const other = { ...found, sha256: 'f'.repeat(64) };
    given(modelVersion, before)
      .when((state) => decideInspected(state as KnownModelVersion, other))
      .thenNothing();
  });
  it('stay as they are once the version has served', () => {
    const inUse = [...created, assetsSet(labels(2)), served];
    set(inUse, labels(3, 'c')).thenRefused('version_in_use');
    set(inUse, onnx([[null, 2]])).thenRefused('version_in_use');
    set(inUse, labels(2)).thenNothing();
  });
  it('are as many labels as classes, where both are known', () => {
    const withModel = [...created, assetsSet(onnx([[null, 3]]))];
    set(withModel, labels(2)).thenRefused('labels_mismatch');
    set(withModel, labels(3)).then(assetsSet(labels(3)));
    set([...created, assetsSet(labels(2))], onnx([[null, 3]])).thenRefused('labels_mismatch');
    for (const shapes of [
      [[1, 84, 8400]],
      [[null, null]],
      [
        [null, 3],
        [null, 768],
      ],
      [[null]],
      [],
    ])
      set([...created, assetsSet(onnx(shapes))], labels(2)).then(assetsSet(labels(2)));
  });
  it('are told to serve once', () => {
    given(modelVersion, created)
      .when((state) => decideServed(state as KnownModelVersion))
      .then(served);
    given(modelVersion, [...created, served])
      .when((state) => decideServed(state as KnownModelVersion))
      .thenNothing();
  });
});

describe('a version', () => {
  it('is changed under its own model alone', () => {
    const update = (modelId: string, body: object) =>
      given(modelVersion, created).when((state) => {
        const wanted = modelVersions.content.changed(state as KnownModelVersion, body, noDataset);
        return isRefusal(wanted) ? wanted : decide.update(state, modelId, wanted);
      });
    update(MODEL, { version: '2.0' }).then(events.ModelVersionUpdated.of({ changes: { version: '2.0' } }));
    update(MODEL, { version: '' }).thenNothing();
    update(MODEL, { tags: null }).thenNothing();
    update(MODEL, { config: 'no' }).thenRefused('invalid_body');
    update(OTHER, { version: '2.0' }).thenRefused('not_found');
  });
  it('is deleted unless it is the active one or has an alias', () => {
    const remove = (before: Events, active_version_id: string, aliases = {}) =>
      given(modelVersion, before).when((state) =>
        decide.delete(state, modelOf({ active_version_id, aliases }), AT),
      );
    remove(created, OTHER).then(deleted);
    remove(created, VERSION).thenRefused('version_active');
    remove(created, OTHER, { champion: VERSION, best: OTHER }).thenRefused('version_aliased');
    remove(created, OTHER, { champion: OTHER }).then(deleted);
    remove([...created, deleted], OTHER).thenRefused('not_found');
  });
  it('comes back until it is purged, which Cairn itself does', () => {
    const restore = (...after: Events) =>
      given(modelVersion, [...created, ...after]).when((state) => decide.restore(state, MODEL));
    restore(deleted).then(restored);
    restore().thenRefused('not_deleted');
    restore(deleted, purged).thenRefused('purged');
    const purge = (by = system, ...after: Events) =>
      given(modelVersion, [...created, ...after]).when((state) => decide.purge(state, by));
    purge(system, deleted).then(purged);
    purge(system).thenNothing();
    purge(owner.principal, deleted).thenRefused('forbidden');
  });
});

describe('undoing a change of a version', () => {
  const revert = (all: Events, revision: number, more: object = {}) => {
    const side = (count: number) => stateAfter(modelVersion, all.slice(0, count));
    return given(modelVersion, all).when((state) =>
      decide.revert(state, {
        ...{ before: side(revision), after: side(revision + 1), asset: modelOf(), deleting: undefined },
        ...{ isFuture: false, userId: OWNER, at: AT, ...more },
      }),
    );
  };
  const updated = events.ModelVersionUpdated.of({ changes: { name: 'March' } });

  it('sets fields back, unless they were changed since', () => {
    revert([...created, updated], 1).then(events.ModelVersionUpdated.of({ changes: { name: '' } }));
    const again = events.ModelVersionUpdated.of({ changes: { name: 'April' } });
    revert([...created, updated, again], 1).thenRefused('not_revertible');
    revert([...created, updated], 0).thenRefused('not_revertible');
    revert([...created, updated], 7, { isFuture: true }).thenRefused('in_future');
  });
  it('takes files back, or brings the former ones', () => {
    const removed = events.ModelVersionAssetsRemoved.of({ asset_types: ['labels_file'] });
    revert([...created, assetsSet(labels(2))], 1).then(removed);
    const both = [...created, assetsSet(labels(2)), assetsSet(labels(3, 'c'))];
    revert(both, 2).then(assetsSet(labels(2)));
    revert(both, 1).thenRefused('not_revertible');
    const beside = [...created, assetsSet(labels(2)), assetsSet(onnx([[null, 2]]))];
    revert(beside, 1).then(removed);
  });
  it('leaves files as they are that have served, and fits labels to the model', () => {
    const before = [...created, assetsSet(labels(2)), assetsSet(labels(3, 'c'))];
    revert([...before, served], 2).thenRefused('version_in_use');
    revert([...before, served], 3).thenRefused('not_revertible');
    revert([...before, assetsSet(onnx([[null, 3]]))], 2).thenRefused('labels_mismatch');
  });
  it('brings it back and deletes it again, for who may, and never the active one', () => {
    revert([...created, deleted], 1).then(restored);
    revert([...created, deleted, restored], 2).then(deleted);
    revert([...created, deleted, restored], 2, {
      asset: modelOf({ active_version_id: VERSION }),
    }).thenRefused('version_active');
    const forbidden = refuse('forbidden', 'no');
    revert([...created, deleted], 1, { deleting: forbidden }).thenRefused('forbidden');
    revert([...created, updated, deleted], 1).thenRefused('not_found');
    revert([...created, updated, deleted, purged], 1).thenRefused('purged');
    revert([...created, updated], 1, { asset: modelOf({ id: OTHER }) }).thenRefused('not_found');
  });
});
