import { allOperations } from '@cairn/contracts';
import { subjectOf } from './subject.js';

const ID = '01890000-0000-7000-8000-000000000009';

describe('what a request is about', () => {
  it.each([
    ['GET', '/api/v1/datasets/{id}', { id: ID }, { entity: 'dataset', id: ID }],
    ['POST', '/api/v1/datasets', {}, { entity: 'dataset' }],
    ['POST', '/api/v1/datasets/{dataset_id}/versions', { dataset_id: ID }, { entity: 'version' }],
    ['POST', '/api/v1/datasets/{id}/restore', { id: ID }, { entity: 'dataset', id: ID }],
    ['DELETE', '/api/v1/teams/{id}/members/{user_id}', { user_id: ID }, { entity: 'user', id: ID }],
    ['GET', '/api/v1/resetpassword/{user_id}/{reset_token}', { user_id: ID }, { entity: 'user', id: ID }],
    ['POST', '/admin/projections/{name}/replay', { name: 'a@1' }, { entity: 'projection', id: 'a@1' }],
    ['GET', '/api/v1/datasets/{id}', { id: 'no id' }, { entity: 'dataset' }],
    ['PUT', '/api/v1/me/secrets/{name}', { name: 'a' }, { entity: 'secret' }],
    [
      'PUT',
      '/api/v1/organizations/{id}/secrets/{name}',
      { id: ID, name: 'a' },
      { entity: 'secret', id: 'a' },
    ],
    ['POST', '/api/v1/login', {}, undefined],
  ] as const)('%s %s is told by its path', (method, path, params, subject) => {
    expect(subjectOf({ method, path })(params)).toEqual(subject);
  });

  it('is known of every id in a path of the contract', () => {
    const unknown = allOperations
      .filter(({ path }) => /\{(id|name)\}/.test(path))
      .filter((operation) => subjectOf(operation)({ id: ID, name: 'a' }) === undefined);
    expect(unknown.map(({ path }) => path)).toEqual([]);
  });
});
