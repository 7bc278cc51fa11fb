/** A person about whom there is everything that Cairn keeps about persons. */
import { randomUUID } from 'node:crypto';
import { askAsset } from './assets.js';
import { foundFirm, joinFirm } from './firm.js';
import { makeInference } from './models.js';
import { executedOver } from './workflows.js';
import { challengeFor, codeOf, withOtp } from './one-time-passwords.js';
import { type Person, somebody } from './people.js';
import { makePlain, plainKinds } from './plain-assets.js';
import type { ServedCairn } from './topology.js';

/** Names and addresses that stand nowhere else; what people type by which somebody could be told. */
export interface Words {
  /** In the words of things that the person made, or is asked by. */
  readonly keyName: string;
  readonly organizationKeyName: string;
  readonly secretName: string;
  readonly asked: string;
  readonly answered: string;
  /** Addresses that the person asked: somebody else’s. */
  readonly invited: string;
  readonly sharee: string;
}

const word = (what: string): string => `${what}${randomUUID().replaceAll('-', '').slice(0, 16)}`;

const someWords = (): Words => ({
  keyName: word('Key'),
  organizationKeyName: word('FirmKey'),
  secretName: word('secret'),
  asked: word('Asked'),
  answered: word('Answered'),
  invited: `${word('invited')}@example.org`,
  sharee: `${word('sharee')}@example.org`,
});

/** Lets a person live: in a firm of their own, in that of a colleague, with assets, shares, keys and a second factor. */
export const lived = async (cairn: ServedCairn, person: Person, words = someWords()) => {
  const colleague = await somebody(cairn, 'colleague');
  const [own, joined] = [await foundFirm(person), await foundFirm(colleague, 'Colleagues')];
  await joinFirm(cairn, joined, colleague, person);
  const groups = await inFirms(person, colleague, { own, joined, words });
  const assets = await withAssets(person, colleague, { joined, words });
  const keys = await withKeys(person, own, words);
  const secret = await trusting(cairn, person);
  return { colleague, own, joined, ...groups, ...assets, keys: [...keys, secret], words };
};

interface Firms {
  readonly own: string;
  readonly joined: string;
  readonly words: Words;
}

const inFirms = async ({ client, id }: Person, colleague: Person, { own, joined, words }: Firms) => {
  const within = { organization_id: own };
  await client.call('createInvitation', { params: { id: own }, body: { email: words.invited } });
  const permissions = ['datasets:read'];
  const role = { name: 'Reader', slug: 'reader', scope: 'project' as const, permissions, ...within };
  await client.call('createRole', { body: role });
  await client.call('createTeam', { body: { name: 'Team', slug: 'team', ...within } });
  const project = { name: 'Project', slug: 'project' };
  await client.call('createProject', { body: { ...project, ...within } });
  const gone = await client.call('createProject', { body: { name: 'Gone', slug: 'gone', ...within } });
  await client.send({ method: 'DELETE', path: `/api/v1/projects/${gone.body.id}?assets=delete` });
  const body = { ...project, organization_id: joined };
  const theirs = (await colleague.client.call('createProject', { body })).body.id;
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const member = { params: { id: theirs }, body: { user_id: id, expires_at } };
  await colleague.client.call('addProjectMember', member);
  return { project: theirs };
};

const withAssets = async (
  person: Person,
  colleague: Person,
  { joined, words }: Pick<Firms, 'joined' | 'words'>,
) => {
  const { client } = person;
  const make = async (by: Person, name: string, body = {}): Promise<string> =>
    (await by.client.call('createDataset', { body: { name, default_splits: true, ...body } })).body.id;
  const [mine, gone] = [await make(person, 'mine'), await make(person, 'gone')];
  const stays = await make(person, 'stays', { organization_id: joined });
  await client.call('deleteDataset', { params: { id: gone } });
  const theirs = await make(colleague, 'theirs', { organization_id: joined });
  const editor = { role_slug: 'share_editor' as const };
  const share = (by: Person, id: string, body: object) =>
    by.client.call('createDatasetShare', { params: { id }, body: { ...editor, ...body } });
  await share(person, mine, { email: words.sharee });
  await share(colleague, theirs, { user_id: person.id });
  const { body: model } = await client.call('createModel', { body: { name: 'a model' } });
  await client.call('createModelVersion', { params: { model_id: model.id }, body: { name: '1' } });
  const shared = { params: { id: model.id }, body: { user_id: colleague.id, ...editor } };
  await client.call('createModelShare', shared);
  const answers = { prediction: words.answered, input_text: words.asked };
  const asked = { params: { model_id: model.id }, body: answers };
  const { body: inference } = await client.call('addInference', asked);
  const reported = { params: { inference_id: inference.id }, body: { error_reported: true } };
  await client.call('updateInference', reported);
  await makeInference(client, model.id, `${words.asked}.txt`);
  const canvas = { nodes: [{ name: 'hands on' }] };
  const { body: workflow } = await client.call('createWorkflow', { body: { name: 'a workflow', ...canvas } });
  await client.call('createWorkflowShare', { ...shared, params: { id: workflow.id } });
  const execution = await executedOver(person, { id: workflow.id }, words.asked);
  const { body: graph } = await client.call('createGraph', { body: { name: 'a graph' } });
  await client.call('createGraphShare', { ...shared, params: { id: graph.id } });
  for (const kind of plainKinds) {
    const { id } = await makePlain(person, kind, { visibility: 'private' });
    await askAsset(person, kind.operations.createShare, id, shared.body);
  }
  return {
    datasets: { mine, gone, stays, theirs },
    ...{ model: model.id, workflow: workflow.id, execution, graph: graph.id },
  };
};

/** Keys, and a secret: the texts of them, which nobody is told again. */
const withKeys = async (
  { client }: Person,
  own: string,
  { keyName, organizationKeyName, secretName }: Words,
) => {
  const make = async (body: { name: string; organization_id?: string }) =>
    (await client.call('createAPIKey', { body: { scopes: ['*:*'], ...body } })).body;
  const made = [
    await make({ name: keyName }),
    await make({ name: organizationKeyName, organization_id: own }),
  ];
  const gone = await make({ name: `${keyName} deleted` });
  await client.call('deleteAPIKey', { params: { id: gone.id } });
  const value = word('Secret');
  await client.call('putSecret', {
    params: { name: secretName },
    body: { description: keyName, hosts: ['api.example.org'], value },
  });
  return [...[...made, gone].map(({ key }) => key), value];
};

/** Signs in on a device that is trusted from then on. Answers the secret of the one-time passwords. */
const trusting = async (cairn: ServedCairn, person: Person): Promise<string> => {
  const { secret } = await withOtp(person);
  const challenge_id = await challengeFor(cairn, person);
  const body = { challenge_id, code: codeOf(secret), trust_device: true };
  await cairn.client().call('loginWithOtp', { body });
  return secret;
};
