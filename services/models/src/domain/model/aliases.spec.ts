import { modelStreamEvents } from '@cairn/contracts';
import type { AssetCaller } from '@cairn/kernel';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { models } from '../../models.js';
import {
  idOf,
  modelCreated,
  OTHER,
  owner,
  stranger,
  VERSION,
  versionActivated,
  versionAdded,
  viewer,
} from '../../testing/examples.js';
import { decideMoveAlias, decideRemoveAlias } from './aliases.js';
import { model, modelAsset } from './state.js';

type Events = Parameters<typeof given>[1];
const { ModelAliasMoved, ModelAliasRemoved, ModelUpdated } = modelStreamEvents;
const made: Events = [modelCreated(), versionAdded(), versionActivated(), versionAdded(OTHER, 2)];
const moved = (alias: string, version_id: string, previous = '') =>
  ModelAliasMoved.of({ alias, version_id, previous });
const removed = (alias: string, previous: string) => ModelAliasRemoved.of({ alias, previous });

describe('an alias', () => {
  const move = (before: Events, alias: string, version_id: string, isOwn = true, caller = owner) =>
    given(model, before).when((state) => decideMoveAlias(state, { alias, version_id, isOwn }, caller));
  const remove = (before: Events, alias: string, caller: AssetCaller = owner) =>
    given(model, before).when((state) => decideRemoveAlias(state, alias, caller));

  it('is moved by one event, and by none when it is there', () => {
    move(made, 'champion', VERSION).then(moved('champion', VERSION));
    const before = [...made, moved('champion', VERSION)];
    move(before, 'champion', OTHER).then(moved('champion', OTHER, VERSION));
    move(before, 'champion', VERSION).thenNothing();
    move(before, 'v1-0', VERSION).then(moved('v1-0', VERSION));
    move(before, 'constructor', VERSION).then(moved('constructor', VERSION));
  });
  it('names versions of its model alone', () =>
    move(made, 'champion', idOf('foreign'), false).thenRefused('foreign_version', ['/version_id']));
  it('is moved by who may write the model', () => {
    move(made, 'champion', VERSION, true, viewer).thenRefused('forbidden');
    move(made, 'champion', VERSION, true, stranger).thenRefused('not_found');
    move(made, 'champion', VERSION, false, viewer).thenRefused('forbidden');
  });
  it('is removed once', () => {
    remove([...made, moved('champion', VERSION)], 'champion').then(removed('champion', VERSION));
    remove(made, 'champion').thenRefused('not_found');
    remove(made, 'constructor').thenRefused('not_found');
    remove([...made, moved('champion', VERSION)], 'champion', viewer).thenRefused('forbidden');
  });
  it('is one of fifty', () => {
    const all = [...made, ...Array.from({ length: 50 }, (_, at) => moved(`alias-${at}`, VERSION))];
    move(all, 'one-more', VERSION).thenRefused('aliases_too_many');
    move(all, 'alias-7', OTHER).then(moved('alias-7', OTHER, VERSION));
  });
});

describe('undoing what happened to an alias', () => {
  const revert = (all: Events, revision: number, canStand = true) =>
    given(model, all).when((state) => {
      const sides = {
        before: stateAfter(model, all.slice(0, revision)),
        after: stateAfter(model, all.slice(0, revision + 1)),
      };
      const isFine = (wanted: object): boolean =>
        canStand &&
        models.making.checked({ action: 'revert', current: undefined, wanted }, undefined) === undefined;
      return modelAsset.revert(state, { ...sides, isFuture: false, canStand: isFine }, owner);
    });
  const champion = [...made, moved('champion', VERSION), moved('champion', OTHER, VERSION)];
  const at = made.length;

  it('gives it to the version that had it, or to none', () => {
    revert(champion, at + 1).then(moved('champion', VERSION, OTHER));
    revert(champion.slice(0, -1), at).then(removed('champion', VERSION));
    revert([...champion, removed('champion', OTHER)], at + 2).then(moved('champion', OTHER));
  });
  it('leaves other aliases and fields as they are', () => {
    const later = [moved('best', VERSION), ModelUpdated.of({ changes: { name: 'auks' } })];
    revert([...champion, ...later], at + 1).then(moved('champion', VERSION, OTHER));
    revert([...champion, ...later], at + 2).then(removed('best', VERSION));
  });
  it('is refused when it was moved since, or where the version is no more', () => {
    revert(champion, at).thenRefused('not_revertible');
    revert([...champion, removed('champion', OTHER)], at + 1).thenRefused('not_revertible');
    revert(champion, at + 1, false).thenRefused('not_revertible');
  });
  it('makes no fifty-first', () => {
    const others = Array.from({ length: 50 }, (_, each) => moved(`alias-${each}`, VERSION));
    const all = [...made, moved('champion', VERSION), removed('champion', VERSION), ...others];
    revert(all, at + 1).thenRefused('not_revertible');
  });
});
