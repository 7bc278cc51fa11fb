import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '@cairn/client';
import { askingUntil } from './asking.js';
import type { CheckSettings, Credentials } from './settings.js';
import { must, type Steps, StepFailed } from './steps.js';

/** For what a step that failed leaves behind. */
const REMOVE_MS = 10_000;

/** Tells a client's story to an installation, and answers whether all of it went well. */
export const checked = async (
  settings: CheckSettings,
  steps: Steps,
  tell: (line: string) => void,
): Promise<boolean> => {
  const until = (ms: number): Client =>
    createClient({ baseUrl: settings.url, fetch: askingUntil(performance.now() + ms) });
  try {
    await story(until(settings.seconds * 1000), () => until(REMOVE_MS), settings.credentials, steps);
    return true;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    tell(`failed: ${error.message}`);
    await steps.remove();
    return false;
  }
};

const story = async (
  nobody: Client,
  toRemove: () => Client,
  credentials: Credentials,
  steps: Steps,
): Promise<void> => {
  await account(nobody, credentials, steps);
  const { token, person } = await steps.step('sign in', () => signedIn(nobody, credentials));
  const removing = (): Client => toRemove().as(token);
  const deleteAccount = (client: Client) =>
    client.call('deleteMe', { body: { password: credentials.password } });
  const isOver =
    credentials.newEmail === undefined
      ? steps.made('the session', () => removing().call('logout'))
      : steps.made('the account', () => deleteAccount(removing()));
  await dataset(person, removing, steps);
  if (credentials.newEmail === undefined) await steps.step('sign out', () => person.call('logout'));
  else await steps.step('delete the account', () => deleteAccount(person));
  isOver();
  await steps.step('see that the session is over', () => refused(person, 'getMe', 401));
};

const account = async (
  nobody: Client,
  { newEmail: email, ...login }: Credentials,
  steps: Steps,
): Promise<void> => {
  if (email === undefined) return;
  await steps.step('make an account', () =>
    nobody.call('register', { ...once(), body: { ...login, email } }),
  );
};

const signedIn = async (nobody: Client, { username, password }: Credentials) => {
  const { body } = await nobody.call('login', { body: { username, password } });
  return { token: body.apikey, person: nobody.as(body.apikey) };
};

const dataset = async (person: Client, removing: () => Client, steps: Steps): Promise<void> => {
  const name = `check ${randomUUID()}`;
  const id = await steps.step('make a dataset', async () => {
    const { body } = await person.call('createDataset', { ...once(), body: { name } });
    return body.id;
  });
  const params = { id };
  const isGone = steps.made('the dataset', () => removing().call('deleteDataset', { params }));
  const version = await steps.step('read it', async () => {
    const { body } = await person.call('getDataset', { params });
    must(body.name === name, `its name is ${body.name}`);
    return body.active_version_id ?? '';
  });
  await item(person, { dataset_id: id, version_id: version }, steps);
  await steps.step('find it in the list', () => listed(person, id, name, true));
  await steps.step('delete it', () => person.call('deleteDataset', { ...once(), params }));
  isGone();
  await steps.step('see that it is gone', async () => {
    await refused(person, 'getDataset', 404, params);
    await listed(person, id, name, false);
  });
  await steps.step('read its history', async () => {
    const { body } = await person.call('listDatasetHistory', { params });
    const told = body.map(({ type }) => type).join(', ');
    must(told === 'datasets.dataset.created.v1, datasets.dataset.deleted.v1', `it tells of ${told}`);
  });
};

const item = async (
  person: Client,
  within: { readonly dataset_id: string; readonly version_id: string },
  steps: Steps,
): Promise<void> => {
  const text = 'Broke at once';
  const id = await steps.step('put a text into it', async () => {
    const { body } = await person.call('createDatasetItem', {
      ...once(),
      params: within,
      body: { name: 'check', text },
    });
    return body.id;
  });
  await steps.step('read the text', async () => {
    const { body } = await person.call('getDatasetItem', { params: { ...within, id } });
    must(body.text === text, `it is ${JSON.stringify(body.text)}`);
  });
};

const listed = async (person: Client, id: string, name: string, isWanted: boolean): Promise<void> => {
  const { body } = await person.call('listDatasets', { query: { name } });
  const isThere = body.some((one) => one.id === id);
  must(isThere === isWanted, isThere ? 'the list still has it' : 'the list does not have it');
};

const refused = async (
  person: Client,
  operation: 'getMe' | 'getDataset',
  wanted: number,
  params?: { readonly id: string },
): Promise<void> => {
  const { status } = await person.try(operation, ...(params === undefined ? [] : [{ params }]));
  must(status === wanted, `${operation} was answered ${status}, not ${wanted}`);
};

/** Sent again after an answer that was lost, it is done once. */
const once = () => ({ headers: { 'idempotency-key': randomUUID() } });
