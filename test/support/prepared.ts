import { randomUUID } from 'node:crypto';
import { assets, exampleError, type Operation } from '@cairn/contracts';
import type { Client, PlainRequest } from '@cairn/client';
import { type Asset, idIn } from './assets.js';
import type { LoggedEvent } from './inside.js';
import { keepErrorOf } from './journal.js';
import {
  arrivedMails,
  arrivedMail,
  resetLinkIn,
  shareTokenIn,
  verificationLinkIn,
  verificationsTo,
} from './mailbox.js';
import { foundFirm, joinFirm, mailedInvitation } from './firm.js';
import { challengeFor, codeOf, enrolled, withOtp } from './one-time-passwords.js';
import { makeInference } from './models.js';
import { twoNumbersModel } from './two-numbers.js';
import { PASSWORD, somebody } from './people.js';
import type { ServedCairn } from './topology.js';
import { ofExecutions } from './prepared-executions.js';
import { ofRecords } from './prepared-records.js';
import { recordPathOf } from './records.js';
import { ofVersions } from './prepared-versions.js';
import { changed, deleted, type Preparation } from './preparation.js';
import { requestIn, type World } from './world.js';

/** A model that takes two numbers. */
const runnable = async ({ person: { client } }: World): Promise<string> => {
  const { body: model } = await client.call('createModel', { body: { name: 'runs' } });
  const file = { name: 'model.onnx', contentType: 'application/octet-stream', content: twoNumbersModel() };
  await client.call('uploadModel', { params: { id: model.id }, query: { asset_type: 'onnx_model' }, file });
  return model.id;
};
const activeVersion = async ({ person: { client } }: World, id: string): Promise<string> =>
  (await client.call('getModel', { params: { id } })).body.active_version_id;
const ASKED = { input_text: '1,2' };
/** The same by the open inference protocol. */
const TENSORS = {
  name: 'request.json',
  contentType: 'application/json',
  content: JSON.stringify({ inputs: [{ name: 'x', datatype: 'FP32', shape: [1, 2], data: [1, 2] }] }),
};
const ready: Preparation = async (_, world) => ({ params: { id: await runnable(world), version: '1' } });
const inferring: Preparation = async (cairn, world) => ({ ...(await ready(cairn, world)), file: TENSORS });
const anAccount: Preparation = async (cairn) => ({ params: { user_id: (await somebody(cairn)).id } });
const signIn = async (cairn: ServedCairn, { person }: World) =>
  (await cairn.client().call('login', { body: { username: person.username, password: PASSWORD } })).body;
const resetLink: Preparation = async (cairn, { person }) => {
  await cairn.client().call('requestPasswordReset', { body: { login: person.username } });
  const { userId, token } = resetLinkIn((await arrivedMails(cairn, person.email))[0] ?? '');
  return { params: { user_id: userId, reset_token: token } };
};
const otpChallenge: Preparation = async (cairn) => {
  const person = await somebody(cairn, 'grace');
  const {
    recovery_codes: [code = ''],
  } = await withOtp(person);
  return { body: { challenge_id: await challengeFor(cairn, person), code } };
};
const ofDevice: Preparation = async (cairn, { person }) => {
  const {
    recovery_codes: [code = ''],
  } = await withOtp(person);
  const body = { challenge_id: await challengeFor(cairn, person), code, trust_device: true };
  await cairn.client().call('loginWithOtp', { body });
  const { body: devices } = await person.client.call('listDevices');
  return { params: { device_id: devices[0]?.id ?? '' } };
};
/** The link that is mailed to somebody new, unused. */
const verificationLink: Preparation = async (cairn) => {
  const { email } = await somebody(cairn);
  return { params: verificationLinkIn((await arrivedMails(cairn, email, 1, verificationsTo))[0] ?? '') };
};
/** Somebody else invites the person. */
const invitedElsewhere: Preparation = async (cairn, { person }) => {
  const host = await somebody(cairn, 'host');
  return { params: { token: await mailedInvitation(cairn, await foundFirm(host), host, person) } };
};
/** The token that was mailed for a share. */
const shareToken = async (cairn: ServedCairn, email: string, id: string): Promise<string> => {
  return shareTokenIn(await arrivedMail(cairn, email, (mail) => mail.includes(id)));
};
/** Another member of an organization; answers who. */
const aMember = async (cairn: ServedCairn, { person }: World, id: string): Promise<string> => {
  const other = await somebody(cairn, 'grace');
  await joinFirm(cairn, id, person, other);
  return other.id;
};
const ofAnotherMember: Preparation = async (cairn, world) => ({
  params: { id: world.organization, user_id: await aMember(cairn, world, world.organization) },
});
const addingMemberOf: Preparation = async (cairn, world) => ({
  body: { user_id: await aMember(cairn, world, world.organization) },
});
const deletedGroup =
  (part: 'organization' | 'team' | 'project'): Preparation =>
  async (_, world) => {
    await deleted(world, `/api/v1/${part}s/${world[part]}`);
    return {};
  };

const postProcessorOf = ({ dataset, postProcessor }: World): string =>
  `/api/v1/datasets/${dataset}/post-processors/${postProcessor}`;

/** One that asks a model. */
const asking = async ({ dataset, person: { client } }: World, model_id: string): Promise<string> => {
  const params = { dataset_id: dataset };
  const body = { name: 'numbers', model_id };
  return (await client.call('createDatasetPostProcessor', { params, body })).body.id;
};

/** To restore one it is deleted, to revert a change it is changed. */
const ofAsset = (asset: Asset): Readonly<Record<string, Preparation>> => {
  const { path, operations } = asset;
  const at = (world: World): string => path.replace('{id}', idIn(world, asset));
  return {
    [operations.restore.id]: async (_, world) => {
      await deleted(world, at(world));
      return {};
    },
    [operations.revert.id]: (_, world) => changed(world, at(world)),
  };
};

/** What an operation needs beside the world to succeed. Those that need nothing do not stand here. */
const preparations: Readonly<Record<string, Preparation>> = {
  ...ofRecords,
  ...ofExecutions,
  ...ofVersions,
  ...Object.fromEntries(assets.flatMap((asset) => Object.entries(ofAsset(asset)))),
  login: async (_, { person }) => ({ body: { username: person.username, password: PASSWORD } }),
  refreshToken: async (cairn, world) => ({
    body: { refresh_token: (await signIn(cairn, world)).refresh_token },
  }),
  getPasswordReset: resetLink,
  resetPassword: resetLink,
  getEmailVerification: verificationLink,
  verifyEmail: verificationLink,
  changePassword: async () => ({
    body: { password: PASSWORD, new_password: `${PASSWORD}!`, repeat_password: `${PASSWORD}!` },
  }),
  loginWithOtp: otpChallenge,
  confirmOtp: async (_, { person }) => ({ body: { code: codeOf((await enrolled(person)).secret) } }),
  removeOtp: async (_, { person }) => {
    await enrolled(person);
    return { body: { password: PASSWORD } };
  },
  revokeDevice: ofDevice,
  endSession: async (cairn, world) => {
    await signIn(cairn, world);
    const { body } = await world.person.client.call('listSessions');
    return { params: { id: body.find(({ current }) => !current)?.id ?? '' } };
  },
  restoreDatasetItem: async (_, world) => {
    await deleted(world, `/api/v1/datasets/${world.dataset}/versions/${world.version}/items/${world.item}`);
    return {};
  },
  revertDatasetItem: (_, world) =>
    changed(world, `/api/v1/datasets/${world.dataset}/versions/${world.version}/items/${world.item}`),
  restoreDatasetPostProcessor: async (_, world) => {
    await deleted(world, postProcessorOf(world));
    return {};
  },
  revertDatasetPostProcessor: (_, world) => changed(world, postProcessorOf(world)),
  runDatasetPostProcessor: async (_, world) => ({
    params: { dataset_id: world.dataset, id: await asking(world, world.model) },
  }),
  tryDatasetPostProcessor: async (_, world) => ({
    params: { dataset_id: world.dataset, id: await asking(world, await runnable(world)) },
    body: { text: ASKED.input_text },
  }),
  getEventData: async (cairn, { item }) => addressOf(await firstEventOf(cairn, `datasetItem-${item}`)),
  runModel: async (_, world) => ({ params: { model_id: await runnable(world) }, body: ASKED }),
  runModelVersion: async (_, world) => {
    const model_id = await runnable(world);
    return { params: { model_id, model_version_id: await activeVersion(world, model_id) }, body: ASKED };
  },
  replayModelVersion: async (_, world) => {
    const id = await runnable(world);
    await world.person.client.call('runModel', { params: { model_id: id }, body: ASKED });
    const version_id = await activeVersion(world, id);
    return { params: { id, version_id }, body: { of_version_id: version_id } };
  },
  getServedModelReady: ready,
  getServedModelVersionReady: ready,
  inferModel: inferring,
  inferModelVersion: inferring,
  getUser: anAccount,
  updateUser: anAccount,
  removeUserOtp: async (cairn) => {
    const person = await somebody(cairn);
    await enrolled(person);
    return { params: { user_id: person.id } };
  },
  liftUserLockout: anAccount,
  uploadInference: async (_, { person, model }) => ({
    params: { id: await makeInference(person.client, model) },
  }),
  updateErrors: async (cairn) => {
    await keepErrorOf(cairn, exampleError);
    return {};
  },
  deleteMe: deletedGroup('organization'),
  removeOrganizationMember: ofAnotherMember,
  addOrganizationMember: async (cairn, world) => ({
    body: { user_id: await aMember(cairn, world, await foundFirm(world.person)) },
  }),
  addTeamMember: addingMemberOf,
  addProjectMember: addingMemberOf,
  acceptInvitation: invitedElsewhere,
  declineInvitation: invitedElsewhere,
  resendInvitation: async (_, { person }) => {
    const params = { id: await foundFirm(person) };
    const body = { email: `invited-${randomUUID()}@example.org` };
    const { body: invitation } = await person.client.call('createInvitation', { params, body });
    return { params: { ...params, invitation_id: invitation.id } };
  },
  acceptShare: async (cairn, { person }) => {
    const { client } = await somebody(cairn, 'host');
    const { body: dataset } = await client.call('createDataset', { body: { name: 'shared' } });
    const body = { email: person.email };
    const { body: share } = await client.call('createDatasetShare', { params: { id: dataset.id }, body });
    return { params: { token: await shareToken(cairn, person.email, share.id) } };
  },
  restoreOrganization: deletedGroup('organization'),
  restoreTeam: deletedGroup('team'),
  restoreProject: deletedGroup('project'),
  cancelJob: async (_, world) => ({ params: { id: await longJob(world) } }),
  getDocsFile: async (cairn) => ({ params: { file: await firstDocsFile(cairn) } }),
};

/** An import that goes on for some seconds. */
const longJob = async ({ person, dataset, version }: World): Promise<string> => {
  const lines = Array.from({ length: 20_000 }, (_, index) => JSON.stringify({ text: `long ${index}` }));
  const { headers } = await person.client.call('importDataset', {
    params: { dataset_id: dataset, id: version },
    file: { name: 'long.jsonl', contentType: 'application/x-ndjson', content: lines.join('\n') },
    headers: { prefer: 'respond-async' },
  });
  return (headers.get('location') ?? '').split('/').at(-1) ?? '';
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
  (recordPathOf(operation) ?? operation.path)
    .replace('/versions/{version_id}/activate', '')
    .replace('/aliases/{alias}', '')
    .replace('/splits/{split_id}/items/{id}', '/items/{id}')
    .replace(/\/(revert|retry|upload|upload\/\{format\}|rotate|logo|new|transfer|graph)$/, '')
    .replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
