import type { Operation } from '@cairn/contracts';
import type { Client, PlainRequest } from '@cairn/client';
import type { LoggedEvent } from './inside.js';
import { arrivedMails, resetLinkIn } from './mailbox.js';
import { PASSWORD } from './people.js';
import type { ServedCairn } from './topology.js';
import { requestIn, type World } from './world.js';

type Preparation = (cairn: ServedCairn, world: World) => Promise<Partial<PlainRequest>>;

const another = async ({ person, dataset }: World): Promise<string> => {
  const { body } = await person.client.call('createDatasetVersion', { params: { dataset_id: dataset } });
  return body.id;
};
const deleted = async (world: World, path: string, params = {}): Promise<void> => {
  await world.person.client.send({ method: 'DELETE', path, params });
};
/** Changes what is to be reverted and answers the revision of that. */
const changed = async ({ person }: World, path: string): Promise<Partial<PlainRequest>> => {
  const response = await person.client.send({ method: 'PUT', path, body: { description: 'changed' } });
  return { body: { revision: Number(response.headers.get('x-revision')) } };
};
const signIn = async (cairn: ServedCairn, { person }: World) =>
  (await cairn.client().call('login', { body: { username: person.username, password: PASSWORD } })).body;
const resetLink: Preparation = async (cairn, { person }) => {
  await cairn.client().call('requestPasswordReset', { body: { login: person.username } });
  const { userId, token } = resetLinkIn((await arrivedMails(cairn, person.email))[0] ?? '');
  return { params: { user_id: userId, reset_token: token } };
};
const ofAnotherVersion: Preparation = async (_, world) => ({
  params: { dataset_id: world.dataset, id: await another(world) },
});

/** What an operation needs beside the world to succeed. Those that need nothing do not stand here. */
const preparations: Readonly<Record<string, Preparation>> = {
  login: async (_, { person }) => ({ body: { username: person.username, password: PASSWORD } }),
  refreshToken: async (cairn, world) => ({
    body: { refresh_token: (await signIn(cairn, world)).refresh_token },
  }),
  getPasswordReset: resetLink,
  resetPassword: resetLink,
  changePassword: async () => ({
    body: { password: PASSWORD, new_password: `${PASSWORD}!`, repeat_password: `${PASSWORD}!` },
  }),
  endSession: async (cairn, world) => {
    await signIn(cairn, world);
    const { body } = await world.person.client.call('listSessions');
    return { params: { id: body.find(({ current }) => !current)?.id ?? '' } };
  },
  deleteDatasetVersion: ofAnotherVersion,
  restoreDatasetVersion: async (cairn, world) => {
    const prepared = await ofAnotherVersion(cairn, world);
    await deleted(world, '/api/v1/datasets/{dataset_id}/versions/{id}', prepared.params);
    return prepared;
  },
  restoreDataset: async (_, world) => {
    await deleted(world, `/api/v1/datasets/${world.dataset}`);
    return {};
  },
  restoreDatasetItem: async (_, world) => {
    await deleted(world, `/api/v1/datasets/${world.dataset}/versions/${world.version}/items/${world.item}`);
    return {};
  },
  revertDataset: (_, world) => changed(world, `/api/v1/datasets/${world.dataset}`),
  revertDatasetVersion: (_, world) =>
    changed(world, `/api/v1/datasets/${world.dataset}/versions/${world.version}`),
  revertDatasetItem: (_, world) =>
    changed(world, `/api/v1/datasets/${world.dataset}/versions/${world.version}/items/${world.item}`),
  getEventData: async (cairn, { item }) => addressOf(await firstEventOf(cairn, `datasetItem-${item}`)),
  getDocsFile: async (cairn) => ({ params: { file: await firstDocsFile(cairn) } }),
};

/** The first event of a stream, as it is stored. */
export const firstEventOf = async ({ inside }: ServedCairn, stream: string): Promise<LoggedEvent> => {
  const found = (await inside.events()).find((event) => event.stream === stream);
  if (found === undefined) throw new Error(`nothing happened to ${stream}`);
  return found;
};

/** Parameters that address the data of an event. */
export const addressOf = ({ id, stream, revision }: LoggedEvent) => ({
  params: { event_id: id },
  query: { subject: stream, sequence: String(revision).padStart(20, '0') },
});

/** A file that the page of the documents loads. */
const firstDocsFile = async (cairn: ServedCairn): Promise<string> => {
  const page = await (await fetch(`${cairn.baseUrl}/docs`)).text();
  const found = /(?:src|href)="(?:\/docs\/|\.\/|docs\/)?([A-Za-z0-9][\w.-]*\.(?:js|css|png|svg|ico))"/.exec(
    page,
  );
  if (found?.[1] === undefined) throw new Error('the page of the documents loads no file');
  return found[1];
};

/** A request for the operation that succeeds, with everything made that it needs. */
export const preparedIn = async (
  cairn: ServedCairn,
  world: World,
  operation: Operation,
): Promise<PlainRequest> => ({
  ...requestIn(world, operation),
  ...(await preparations[operation.id]?.(cairn, world)),
});

/** Who sends it: the owner of the world, the administrator, or nobody. */
export const senderOf = (
  operation: Operation,
  clients: { readonly owner: Client; readonly administrator: Client; readonly nobody: Client },
): Client => {
  if (operation.access === 'administrator') return clients.administrator;
  return operation.access === 'anonymous' ? clients.nobody : clients.owner;
};

/** The path at which the resource that a write addresses is read: an asset, a version, an item, a key. */
export const addressedPath = (
  operation: Pick<Operation, 'path'>,
  params: PlainRequest['params'] = {},
): string =>
  operation.path
    .replace('/versions/{version_id}/activate', '')
    .replace('/splits/{split_id}/items/{id}', '/items/{id}')
    .replace(/\/(revert|upload|upload\/\{format\}|rotate|logo|new)$/, '')
    .replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
