import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations } from '@cairn/contracts';

interface SpecifiedOperation {
  readonly area: string;
  readonly method: string;
  readonly path: string;
}

const specified = JSON.parse(
  readFileSync(join(__dirname, '../../specification-operations.json'), 'utf8'),
) as SpecifiedOperation[];
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const served = new Set(allOperations.map(nameOf));

const areas = [
  'API keys',
  'Account and authentication',
  'Datasets',
  'Dataset versions',
  'Dataset splits and label statistics',
  'Dataset items',
  'Workflow execution',
];

describe('the specification', () => {
  it('has 162 operations, each once', () => {
    expect(specified).toHaveLength(162);
    expect(new Set(specified.map(nameOf)).size).toBe(162);
  });

  it.each(areas)('is served in the area of %s, by method and path', (area) => {
    const wanted = specified.filter((operation) => operation.area === area).map(nameOf);
    expect(wanted.length).toBeGreaterThan(3);
    expect(wanted.filter((name) => !served.has(name))).toEqual([]);
  });

  it('is served as a whole, whatever paths call their parameters', () => {
    const plain = (name: string): string => name.replace(/\{\w+\}/g, '{}');
    const there = new Set([...served].map(plain));
    expect(specified.filter((operation) => !there.has(plain(nameOf(operation))))).toEqual([]);
  });

  it('has its additions served: account, keys, labels, annotations, history, jobs, administration', () => {
    const base = '/api/v1/datasets/{dataset_id}/versions/{version_id}';
    const added = [
      'POST /api/v1/token/refresh',
      'GET /api/v1/me',
      'PUT /api/v1/me',
      'DELETE /api/v1/me',
      'PUT /api/v1/me/password',
      'GET /api/v1/me/sessions',
      'DELETE /api/v1/me/sessions/{id}',
      'GET /api/v1/me/export',
      'GET /api/v1/me/usage',
      'GET /api/v1/me/apikeys/{id}',
      'POST /api/v1/me/apikeys/{id}/rotate',
      'DELETE /api/v1/datasets/{id}/logo',
      'POST /api/v1/datasets/{id}/versions/{version_id}/activate',
      ...['GET', 'POST'].map((method) => `${method} ${base}/labels`),
      ...['GET', 'PUT', 'DELETE'].map((method) => `${method} ${base}/labels/{id}`),
      `POST ${base}/splits/{id}/items`,
      `DELETE ${base}/items/{id}`,
      `POST ${base}/items/bulk`,
      ...['GET', 'POST'].map((method) => `${method} ${base}/items/{item_id}/annotations`),
      ...['GET', 'PUT', 'DELETE'].map((method) => `${method} ${base}/items/{item_id}/annotations/{id}`),
      ...[
        '/api/v1/datasets/{id}',
        '/api/v1/datasets/{dataset_id}/versions/{id}',
        `${base}/items/{id}`,
      ].flatMap((asset) => [`GET ${asset}/history`, `POST ${asset}/restore`, `POST ${asset}/revert`]),
      'GET /api/v1/jobs/{id}',
      'GET /admin/projections',
      'POST /admin/projections/{name}/replay',
      'POST /admin/projections/{name}/rebuild',
      ...['/healthz', '/readyz', '/openapi.json', '/docs'].map((path) => `GET ${path}`),
    ];
    expect(added.filter((name) => !served.has(name))).toEqual([]);
  });
});
