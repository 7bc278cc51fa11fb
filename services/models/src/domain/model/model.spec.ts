import { modelStreamEvents } from '@cairn/contracts';
import { type AssetCaller, refuse } from '@cairn/kernel';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { models } from '../../models.js';
import {
  AT,
  editor,
  idOf,
  MODEL,
  modelCreated,
  OTHER,
  owner,
  OWNER,
  stranger,
  VERSION,
  versionActivated,
  versionAdded,
  versionCreated,
  viewer,
} from '../../testing/examples.js';
import { modelVersion } from '../version/state.js';
import { visibleVersion } from '../version/visible.js';
import { decideAddVersion } from './add-version.js';
import { model, modelAsset } from './state.js';

const { making } = models;
const groups = { organization_id: null, project_id: null };
const created = [modelCreated()];
const withVersion = [...created, versionAdded(), versionActivated()];
const gone = refuse('application_unavailable', 'gone');

describe('a model', () => {
  const make = (body: object, application = undefined as typeof gone | undefined) =>
    given(model, []).when((state) =>
      making.create(
        state,
        { name: 'birds', ...body },
        { id: MODEL, versionId: '', groups, given: application },
        owner,
      ),
    );

  it('begins without a version', () =>
    make({ kind: 'audio' }).then(modelCreated({ kind: 'audio', readers: [{ token: `user:${OWNER}` }] })));
  it('is of an application that there is', () =>
    make({ application_id: idOf('application') }, gone).thenRefused('application_unavailable'));
  it('has a config that is JSON', () => make({ config: '{' }).thenRefused('invalid_body', ['/config']));

  const update = (body: object, more: object = {}, caller = owner) =>
    given(model, withVersion).when((state) =>
      making.update(state, body, { versionIsOwn: false, given: undefined, groups, caller, ...more }),
    );

  it('is changed in what the body says, and not at all by what it says already', () => {
    update({ kind: 'audio', auto_convert: false }).then(
      modelStreamEvents.ModelUpdated.of({ changes: { kind: 'audio' } }),
    );
    update({ kind: 'image-classification' }).thenNothing();
  });
  it('activates an own version by one event, and refuses another’s', () => {
    update({ active_version_id: OTHER }, { versionIsOwn: true }).then(versionActivated(OTHER, VERSION));
    update({ active_version_id: OTHER }).thenRefused('foreign_version');
  });
  it('is changed by who may write it alone', () => {
    update({ kind: 'audio' }, {}, editor).then(
      modelStreamEvents.ModelUpdated.of({ changes: { kind: 'audio' } }),
    );
    update({ kind: 'audio' }, {}, viewer).thenRefused('forbidden');
    update({ kind: 'audio' }, {}, stranger).thenRefused('not_found');
  });
});

describe('the versions of a model', () => {
  const add = (before: Parameters<typeof given>[1], id: string, caller: AssetCaller = owner) =>
    given(model, before).when((state) => decideAddVersion(state, id, caller));

  it('are numbered one after the other, and the first is active', () => {
    add(created, VERSION).then(versionAdded(), versionActivated());
    add(withVersion, OTHER).then(versionAdded(OTHER, 2));
  });
  it('are added by who may write it', () => {
    add(created, VERSION, viewer).thenRefused('forbidden');
    add(created, VERSION, stranger).thenRefused('not_found');
  });

  const activate = (events: Parameters<typeof given>[1], id: string) =>
    given(model, [...withVersion, versionAdded(OTHER, 2)]).when((state) => {
      const version = stateAfter(modelVersion, events);
      expect(version.status === 'none' || version.id === id).toBe(true);
      return modelAsset.activateVersion(state, visibleVersion(version, MODEL), owner);
    });
  it('are activated by one event, once, and only one’s own', () => {
    activate([versionCreated({ id: OTHER })], OTHER).then(versionActivated(OTHER, VERSION));
    activate([versionCreated()], VERSION).thenNothing();
    activate([versionCreated({ id: OTHER, model_id: idOf('elsewhere') })], OTHER).thenRefused('not_found');
    activate([], OTHER).thenRefused('not_found');
  });

  const revert = (events: Parameters<typeof given>[1], back: number, stands: object = {}) => {
    const before = stateAfter(model, events.slice(0, -back));
    const after = stateAfter(model, events.slice(0, events.length - back + 1));
    const { versionIsThere } = { versionIsThere: true, ...stands };
    return given(model, events).when((state) =>
      modelAsset.revert(
        state,
        {
          before,
          after,
          isFuture: false,
          canStand: (wanted) =>
            (versionIsThere || wanted.active_version_id === undefined) &&
            making.checked({ action: 'revert', current: undefined, wanted }, undefined) === undefined,
        },
        owner,
      ),
    );
  };
  it('are active again when that is undone, as long as they are there', () => {
    const events = [...withVersion, versionAdded(OTHER, 2), versionActivated(OTHER, VERSION)];
    revert(events, 1).then(versionActivated(VERSION, OTHER));
    revert(events, 1, { versionIsThere: false }).thenRefused('not_revertible');
  });
  it('are not taken away by undoing: their numbers have no gaps', () => {
    revert([...withVersion, versionAdded(OTHER, 2)], 1).thenRefused('not_revertible');
    revert(withVersion, 2, { versionIsThere: false }).thenRefused('not_revertible');
  });
  it('are counted, deleted ones too', () => {
    expect(stateAfter(model, [...withVersion, versionAdded(OTHER, 2)])).toMatchObject({
      version_count: 2,
      active_version_id: VERSION,
    });
    expect(AT).toBe(owner.at);
  });
});
