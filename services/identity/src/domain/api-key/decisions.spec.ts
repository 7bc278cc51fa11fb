import {
  ApiKeyCreated,
  ApiKeyDeleted,
  ApiKeyDisabled,
  ApiKeyEnabled,
  ApiKeyErased,
  ApiKeyRotated,
} from '@cairn/contracts';
import { system } from '@cairn/kernel';
import { given } from '@cairn/kernel/testkit';
import { person } from '../../testing/identity-under-test.js';
import { createRefusal, decideCreate } from '../../application/api-key/create-api-key.js';
import { decideDelete } from '../../application/api-key/delete-api-key.js';
import { decideEraseKey } from '../../application/api-key/erase-api-key.js';
import { decideRotate } from '../../application/api-key/rotate-api-key.js';
import { decideSetDisabled } from '../../application/api-key/update-api-key.js';
import { scopeErrors } from './scopes.js';
import { apiKey } from './state.js';

const NOW = '2026-03-02T09:00:00.000Z';
const ada = person('ada');
const data = {
  id: 'k',
  user_id: 'ada',
  name: 'nightly import',
  key_prefix: 'ck_7Hq2x',
  scopes: ['datasets:read'],
  credential_id: 'credential-1',
};
const created = ApiKeyCreated.of(data);
const disabled = ApiKeyDisabled.of({ id: 'k' });
const enabled = ApiKeyEnabled.of({ id: 'k' });
const deleted = ApiKeyDeleted.of({ id: 'k', credential_id: 'credential-1' });
const erased = ApiKeyErased.of({ id: 'k' });

describe('create', () => {
  it('a key of nothing', () =>
    given(apiKey, [])
      .when((state) => decideCreate(state, data))
      .then(created));
  it('no key twice', () =>
    given(apiKey, [created])
      .when((state) => decideCreate(state, data))
      .thenRefused('conflict'));
  it('by a person only', () =>
    expect(createRefusal({ name: 'k', scopes: [] }, true)?.refused).toBe('key_cannot_make_keys'));
});

describe('scopes', () => {
  it.each(['*:*', 'datasets:*', '*:read', 'datasets:read', 'me:write'])('%s is one', (scope) =>
    expect(scopeErrors([scope])).toEqual([]),
  );
  it.each([
    'datasets',
    'datasets:',
    ':read',
    'datasets:read:all',
    'Datasets:read',
    'dataſets:read',
    'data*:read',
    '',
  ])('%s is none (S19)', (scope) =>
    expect(scopeErrors(['*:*', scope])).toMatchObject([{ pointer: '/scopes/1' }]),
  );
});

describe('disable and enable', () => {
  it.each([
    [undefined, [created], disabled],
    [undefined, [created, disabled], enabled],
    [true, [created], disabled],
    [false, [created, disabled], enabled],
  ])('%p after %j', (wanted, events, expected) =>
    given(apiKey, events)
      .when((state) => decideSetDisabled(state, ada, wanted))
      .then(expected),
  );
  it('what is so already', () =>
    given(apiKey, [created])
      .when((state) => decideSetDisabled(state, ada, false))
      .thenNothing());
  it.each([
    ['another’s', [created], person('eve')],
    ['a deleted', [created, deleted], ada],
    ['no', [], ada],
  ])('not %s key', (_whose, events, principal) =>
    given(apiKey, events)
      .when((state) => decideSetDisabled(state, principal, true))
      .thenRefused('not_found'),
  );
});

describe('rotate', () => {
  const rotation = { principal: ada, successorId: 'next', graceHours: 2, at: NOW };
  const rotated = (expiresAt: string) =>
    ApiKeyRotated.of({ id: 'k', successor_id: 'next', expires_at: expiresAt });
  it('ends the old key after the grace', () =>
    given(apiKey, [created])
      .when((state) => decideRotate(state, rotation))
      .then(rotated('2026-03-02T11:00:00.000Z')));
  it('does not make the old key last longer', () =>
    given(apiKey, [ApiKeyCreated.of({ ...data, expires_at: '2026-03-02T10:00:00.000Z' })])
      .when((state) => decideRotate(state, rotation))
      .then(rotated('2026-03-02T10:00:00.000Z')));
  it.each([
    ['disabled', [created, disabled]],
    ['expired', [ApiKeyCreated.of({ ...data, expires_at: NOW })]],
    ['rotated', [created, rotated('2026-03-02T11:00:00.000Z')]],
  ])('not a %s key', (_which, events) =>
    given(apiKey, events)
      .when((state) => decideRotate(state, rotation))
      .thenRefused('conflict'),
  );
  it('not another’s', () =>
    given(apiKey, [created])
      .when((state) => decideRotate(state, { ...rotation, principal: person('eve') }))
      .thenRefused('not_found'));
});

describe('delete', () => {
  it('one’s own', () =>
    given(apiKey, [created])
      .when((state) => decideDelete(state, ada))
      .then(deleted));
  it('any, by Cairn itself', () =>
    given(apiKey, [created])
      .when((state) => decideDelete(state, system))
      .then(deleted));
  it('not another’s', () =>
    given(apiKey, [created])
      .when((state) => decideDelete(state, person('eve')))
      .thenRefused('not_found'));
  it('not twice', () =>
    given(apiKey, [created, deleted])
      .when((state) => decideDelete(state, ada))
      .thenRefused('not_found'));
});

describe('erase', () => {
  it.each([
    ['a key', [created], [deleted, erased]],
    ['a deleted key', [created, deleted], [erased]],
  ])('%s', (_which, events, expected) =>
    given(apiKey, events)
      .when((state) => decideEraseKey(state, 'k'))
      .then(...expected),
  );
  it.each([
    ['no key', []],
    ['none twice', [created, deleted, erased]],
  ])('%s', (_which, events) =>
    given(apiKey, events)
      .when((state) => decideEraseKey(state, 'k'))
      .thenNothing(),
  );
});
