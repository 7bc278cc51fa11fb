import { operation } from '@cairn/contracts';
import type { QueryContext, Versioned } from '@cairn/kernel';
import { Type } from '@sinclair/typebox';
import { type Answer, created, deleted, listed, ok } from '../call/answer.js';
import { type AnyHandler, handler, type RefusalBody } from '../call/handler.js';
import { onlyFile } from '../operations/uploaded-file.js';
import { found, notFound } from '../problems/problem.js';
import { Name, Thing, thingCommands, Uuid } from './things.js';

const base = '/api/v1/things';
const common = { tag: 'Things', summary: 'A thing', etag: true } as const;
const params = Type.Object({ id: Uuid });
const list = {
  sort: ['created_at'],
  defaultSort: 'created_at',
  filters: { name: Type.String() },
} as const;
const reply = { 200: { description: 'It.', schema: Thing } };

export const thingOperations = {
  list: operation({
    ...common,
    id: 'listThings',
    method: 'GET',
    path: base,
    access: 'datasets:read',
    timeTravel: true,
    list: { ...list },
    replies: {},
  }),
  create: operation({
    ...common,
    id: 'createThing',
    method: 'POST',
    path: base,
    access: 'datasets:write',
    body: Name,
    bodyLimit: 'configured',
    replies: { 201: { description: 'It.', schema: Thing } },
  }),
  get: operation({
    ...common,
    id: 'getThing',
    method: 'GET',
    path: `${base}/{id}`,
    access: 'datasets:read',
    timeTravel: true,
    stream: 'thing',
    params,
    replies: reply,
  }),
  rename: operation({
    ...common,
    id: 'renameThing',
    method: 'PUT',
    path: `${base}/{id}`,
    access: 'datasets:write',
    params,
    body: Name,
    replies: reply,
  }),
  remove: operation({
    ...common,
    id: 'deleteThing',
    method: 'DELETE',
    path: `${base}/{id}`,
    access: 'datasets:delete',
    params,
    replies: { 204: { description: 'Gone.' } },
  }),
  latest: operation({
    ...common,
    id: 'getLatestThing',
    method: 'GET',
    path: `${base}/latest`,
    access: 'datasets:read',
    replies: reply,
  }),
  upload: operation({
    ...common,
    id: 'uploadThing',
    method: 'POST',
    path: `${base}/{id}/upload`,
    access: 'datasets:write',
    params,
    upload: { limit: 'logo' },
    replies: reply,
  }),
  download: operation({
    ...common,
    id: 'downloadThing',
    method: 'GET',
    path: '/api/v1/files/{sha256}',
    access: 'datasets:read',
    params: Type.Object({ sha256: Type.String({ pattern: /^[0-9a-f]{64}$/.source }) }),
    replies: { 200: { description: 'Bytes.', file: true } },
  }),
  report: operation({
    ...common,
    id: 'reportThings',
    method: 'GET',
    path: '/api/v1/report',
    access: 'datasets:read',
    replies: { 200: { description: 'Bytes.', file: true } },
  }),
  broken: operation({
    ...common,
    id: 'breakThing',
    method: 'POST',
    path: '/api/v1/broken',
    access: 'anonymous',
    rateClass: 'login',
    replies: { 422: { description: 'Not.', schema: Thing } },
  }),
  slow: operation({
    ...common,
    id: 'awaitThing',
    method: 'POST',
    path: '/api/v1/slow',
    access: 'anonymous',
    replies: { 204: { description: 'At last.' } },
  }),
};

const thingById = async ({ documents }: QueryContext, id: string): Promise<Versioned<Thing>> => {
  const { revision, name, deleted: isDeleted } = found(await documents.get('things', id));
  if (isDeleted === true) throw notFound();
  const resource: Thing = { id, name: name as string };
  return { resource, revision: revision as string, streams: [`thing-${id}`] };
};

const placeOf = (id: string) => ({ location: `${base}/${id}`, id });

/** Handlers as real ones are; `fail` says what the broken and the slow operation do. */
export const thingHandlers = (fail: () => Promise<Answer>): readonly AnyHandler[] => [
  handler(thingOperations.list, async ({ context, page, filters }) => {
    const wanted = { deleted: false, ...(filters.name === undefined ? {} : { name: filters.name }) };
    const filter = { fields: wanted };
    const rows = await context.documents.find('things', { ...page, filter, limit: page.limit + 1 });
    const elements = rows.slice(0, page.limit);
    const last = elements.at(-1);
    const next =
      rows.length > page.limit && last ? { value: last['created_at'] as string, id: last.id } : undefined;
    const total = await context.documents.count('things', filter, 3);
    return listed({ elements, total, totalExact: total < 3, ...(next ? { next } : {}) });
  }),
  handler(thingOperations.create, async (call) => {
    const place = placeOf(call.newId('thing'));
    const { context } = await call.write(thingCommands.createThing, call.body, place);
    return created(place.location, await thingById(context, place.id));
  }),
  handler(thingOperations.get, async ({ context, params: { id } }) => ok(await thingById(context, id))),
  handler(thingOperations.rename, async (call) => {
    const { id } = call.params;
    const input = { id, name: call.body.name };
    const { context } = await call.write(thingCommands.renameThing, input, placeOf(id));
    return ok(await thingById(context, id));
  }),
  handler(thingOperations.remove, async (call) => {
    const { id } = call.params;
    const { resource } = await thingById(call.context, id);
    await call.write(thingCommands.deleteThing, { id }, placeOf(id));
    return deleted(async () => resource);
  }),
  handler(thingOperations.latest, async () => ({ kind: 'empty' })),
  handler(thingOperations.upload, async ({ upload }) => ({
    kind: 'resource',
    status: 200,
    body: { file: { ...onlyFile(upload) } },
  })),
  handler(thingOperations.download, async ({ params: { sha256 }, edge }) => {
    const { size } = found(await edge.blobs.info(sha256));
    return { kind: 'file', sha256, size, contentType: 'image/svg+xml', fileName: 'ä".svg' };
  }),
  handler(thingOperations.report, async () => ({
    kind: 'stream',
    content: lines(),
    contentType: 'text/csv',
    fileName: 'report.csv',
  })),
  handler(thingOperations.broken, fail, inOwnShape),
  handler(thingOperations.slow, fail),
];

const inOwnShape: RefusalBody = {
  echo: () => undefined,
  of: (problem) => ({ severity: 'error', message: problem.code }),
};

async function* lines(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a,b\n');
  yield Buffer.from('1,2\n');
}
