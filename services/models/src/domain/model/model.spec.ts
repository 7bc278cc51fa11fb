import { takenIn } from '@cairn/assets';
import { ModelVersionAdded } from '@cairn/contracts';
import type { AssetCaller } from '@cairn/kernel';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { models } from '../../models.js';
import {
  MODEL,
  modelCreated,
  OTHER,
  owner,
  stranger,
  VERSION,
  versionActivated,
  versionAdded,
  viewer,
} from '../../testing/examples.js';
import { model, modelAsset, modelKind } from './state.js';

const { making } = models;
const created = [modelCreated()];
const withVersion = [...created, versionAdded(), versionActivated()];

describe('a model', () => {
  it('has a config that is JSON', () =>
    given(model, [])
      .when((state) => {
        const groups = { organization_id: null, project_id: null };
        const made = { id: MODEL, versionId: '', groups, given: undefined };
        return making.create(state, { name: 'birds', config: '{' }, made, owner);
      })
      .thenRefused('invalid_body', ['/config']));
});

describe('the versions of a model', () => {
  const add = (before: Parameters<typeof given>[1], id: string, caller: AssetCaller = owner) =>
    given(model, before).when((state) => takenIn(modelKind, ModelVersionAdded, state, { id }, caller));

  it('are numbered one after the other, and the first is active', () => {
    add(created, VERSION).then(versionAdded(), versionActivated());
    add(withVersion, OTHER).then(versionAdded(OTHER, 2));
  });
  it('are added by who may write it', () => {
    add(created, VERSION, viewer).thenRefused('forbidden');
    add(created, VERSION, stranger).thenRefused('not_found');
  });
  it('are not taken away by undoing: their numbers have no gaps', () => {
    const revert = (events: Parameters<typeof given>[1], back: number) =>
      given(model, events).when((state) =>
        modelAsset.revert(
          state,
          {
            before: stateAfter(model, events.slice(0, -back)),
            after: stateAfter(model, events.slice(0, events.length - back + 1)),
            isFuture: false,
            canStand: (wanted) =>
              making.checked({ action: 'revert', current: undefined, wanted }, undefined) === undefined,
          },
          owner,
        ),
      );
    revert([...withVersion, versionAdded(OTHER, 2)], 1).thenRefused('not_revertible');
    revert(withVersion, 2).thenRefused('not_revertible');
  });
  it('are counted, deleted ones too', () => {
    expect(stateAfter(model, [...withVersion, versionAdded(OTHER, 2)])).toMatchObject({
      version_count: 2,
      active_version_id: VERSION,
    });
  });
});
