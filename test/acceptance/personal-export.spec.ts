import { allEvents, assets, type EventDefinition } from '@cairn/contracts';
import { unzip } from '../support/archives.js';
import { lived } from '../support/lived.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const CONTENT = 'content of an asset: its download has it, for who may read it, and names its maker';
const SETTING = 'what administrators set for all, and who of them did';

/**
 * Where the archive tells what an event tells of a person: a file; or why it does not. Found by the beginning of the
 * stored type, the longest first.
 */
const TOLD: Readonly<Record<string, { readonly file: string } | { readonly not: string }>> = {
  'identity.user.': { file: 'profile' },
  'identity.user.erased.': { not: 'nothing is left to be told' },
  'identity.session.': { file: 'sessions' },
  'identity.second_factor.': { file: 'second_factor' },
  'identity.second_factor.device_': { file: 'devices' },
  'identity.second_factor.lockout_lifted.': {
    not: 'that wrong passwords of before count no more: a mail told it',
  },
  'identity.api_key.': { file: 'api_keys' },
  'identity.secret.': { file: 'secrets' },
  'identity.membership.': { file: 'memberships' },
  'identity.organization.': { file: 'organizations_made' },
  'identity.organization.administrator_': { file: 'memberships' },
  'identity.team.': { file: 'teams_made' },
  'identity.project.': { file: 'projects_made' },
  'identity.role.': { file: 'roles_made' },
  'identity.invitation.sent.': { file: 'invitations_sent' },
  'identity.invitation.resent.': { file: 'invitations_sent' },
  'identity.invitation.accepted.': { file: 'invitations_accepted' },
  'identity.group_job.': { file: 'jobs' },
  'identity.error_log.': { file: 'errors' },
  'identity.mail.': { not: 'that a mail went out: neither what it said nor where to' },
  'identity.reservation.': { not: 'keeps the name and the address of the profile for the account' },
  'identity.settings.': { not: 'that the profile says is_system_admin' },
  'identity.quota.': { not: SETTING },
  'identity.rate_limit.': { not: SETTING },
  'datasets.job.': { file: 'jobs' },
  'datasets.labelling_job.': { file: 'jobs' },
  'models.job.': { file: 'jobs' },
  'graphs.job.': { file: 'jobs' },
  'datasets.dataset.': { file: 'datasets' },
  'datasets.dataset.share': { file: 'datasets_shared_with_you' },
  'datasets.dataset.shared.': { file: 'datasets_shared_by_you' },
  'datasets.version.': { not: CONTENT },
  'datasets.label.': { not: CONTENT },
  'datasets.split.': { not: CONTENT },
  'datasets.item.': { not: CONTENT },
  'datasets.post_processor.': { not: CONTENT },
  'datasets.post_processor_job.': { not: CONTENT },
  'models.model.': { file: 'models' },
  'models.model.share': { file: 'models_shared_by_you' },
  'models.version.': { not: CONTENT },
  'models.inference.': { file: 'inferences' },
  'workflows.version.': { not: CONTENT },
  'workflows.node.': { not: CONTENT },
  'workflows.edge.': { not: CONTENT },
  'workflows.execution.': { file: 'executions' },
  'workflows.workflow.': { file: 'workflows' },
  'workflows.workflow.share': { file: 'workflows_shared_by_you' },
  'graphs.content.': { not: CONTENT },
  'graphs.version.': { not: CONTENT },
  'graphs.graph.': { file: 'graphs' },
  'graphs.graph.share': { file: 'graphs_shared_by_you' },
};

/** Names of fields that hold the id of a person, or what one is called. */
const OF_PERSON =
  /^(?:(?:\w+_)?user_id|(?:\w+_)?by|administrators|requester|(?:\w+_)?email|username|user_agent|ip)$/;

const namesPerson = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties = {}, ...rest } = schema as { readonly properties?: object };
  return (
    Object.entries(properties).some(([name, one]) => OF_PERSON.test(name) || namesPerson(one)) ||
    Object.values(rest).some(namesPerson)
  );
};

const tellsOfPersons = ({ personal, schema }: EventDefinition): boolean =>
  personal.length > 0 || namesPerson(schema);
const ruleOf = ({ storedType }: EventDefinition) =>
  Object.keys(TOLD)
    .filter((beginning) => storedType.startsWith(beginning))
    .sort((one, other) => other.length - one.length)[0];

describe.each(topologies)('what is stored about a person on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let life: Awaited<ReturnType<typeof lived>>;
  let files: ReadonlyMap<string, Buffer>;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    life = await lived(cairn, ada);
    // What was reported is a record a moment later.
    do {
      const answer = await ada.client.send({ method: 'GET', path: '/api/v1/me/export' });
      files = await unzip(Buffer.from(await answer.arrayBuffer()));
    } while (told('errors').length === 0);
  });
  afterAll(() => cairn.leave());

  const told = (name: string): readonly Readonly<Record<string, unknown>>[] => {
    const content = JSON.parse(String(files.get(`${name}.json`))) as object;
    return [content].flat() as readonly Readonly<Record<string, unknown>>[];
  };

  it('every event that tells of a person is told in a file, or there is a reason why not', () => {
    const events = allEvents.filter(tellsOfPersons);
    expect(events.length).toBeGreaterThan(40);
    expect(events.filter((event) => ruleOf(event) === undefined).map(({ name }) => name)).toEqual([]);
    const used = new Set(events.map(ruleOf));
    expect(Object.keys(TOLD).filter((beginning) => !used.has(beginning))).toEqual([]);
  });

  it('each of the files is there and has something of a person about whom there is everything', () => {
    const named = Object.values(TOLD).flatMap((rule) => ('file' in rule ? [rule.file] : []));
    expect([...new Set(named)].filter((name) => !files.has(`${name}.json`))).toEqual([]);
    const empty = [...files.keys()].filter((name) => told(name.replace('.json', '')).length === 0);
    const others = assets.filter(({ called }) => called !== 'dataset');
    expect(empty).toEqual(others.map(({ area }) => `${area}_shared_with_you.json`));
  });

  it('is what they are in, as what, until when; whom they asked, and who asked them', () => {
    const { own, joined, project } = life;
    expect(told('profile')).toMatchObject([{ id: ada.id, email: ada.email, username: ada.username }]);
    const memberships = told('memberships').map(({ group_id, role_slug, expires_at }) => [
      ...[group_id, role_slug, typeof expires_at],
    ]);
    expect(memberships).toEqual(
      expect.arrayContaining([
        [own, 'org_admin', 'undefined'],
        [joined, 'org_member', 'undefined'],
        [project, 'project_viewer', 'string'],
      ]),
    );
    expect(told('invitations_sent')).toMatchObject([{ organization_id: own, status: 'pending' }]);
    expect(told('invitations_accepted')).toMatchObject([
      { organization_id: joined, status: 'accepted', invited_by: life.colleague.id },
    ]);
    expect(told('organizations_made').map(({ id }) => id)).toEqual([own]);
    expect(told('projects_made')).toHaveLength(2);
    expect(told('jobs').map(({ job_type, user_id }) => [job_type, user_id])).toEqual([
      ['delete_group', ada.id],
      ['execution', ada.id],
    ]);
  });

  it('is their keys, deleted ones too, their secrets, their devices, what they own and what they asked', () => {
    const { words, datasets, model, workflow, graph } = life;
    const keys = told('api_keys');
    expect(keys.map(({ name }) => name)).toEqual([
      ...[words.keyName, words.organizationKeyName, `${words.keyName} deleted`],
    ]);
    expect(keys.map((key) => 'deleted_at' in key)).toEqual([false, false, true]);
    expect(told('secrets')).toMatchObject([{ name: words.secretName, hosts: ['api.example.org'] }]);
    expect(told('second_factor')).toMatchObject([{ enabled: true }]);
    expect(told('devices')).toHaveLength(1);
    expect(told('datasets').map(({ id, name, deleted }) => [id, name, deleted])).toEqual([
      [datasets.mine, 'mine', false],
      [datasets.gone, 'gone', true],
      [datasets.stays, 'stays', false],
    ]);
    const owned = ['models', 'workflows', 'graphs'].map((kind) => told(kind).map(({ id }) => id));
    expect(owned).toEqual([[model], [workflow], [graph]]);
    expect(told('inferences')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ input_text: words.asked, prediction: words.answered }),
      ]),
    );
    const { execution: id } = life;
    expect(told('executions')).toMatchObject([{ id, workflow_id: workflow, single_input: words.asked }]);
    expect(told('datasets_shared_with_you')).toMatchObject([{ entity_id: datasets.theirs }]);
    expect(told('datasets_shared_by_you')).toMatchObject([{ entity_id: datasets.mine, pending: true }]);
    expect(told('errors')).toMatchObject([{ user_id: ada.id }]);
  });

  it('S7: has no secret, and nothing of others but their ids', () => {
    const all = [...files.values()].join('\n');
    const { colleague, words, keys } = life;
    const secret = [...keys, ada.token].filter((one) => one === '' || all.includes(one));
    expect([keys.length, secret]).toEqual([5, []]);
    for (const others of [colleague.email, colleague.username, words.invited, words.sharee])
      expect([others, all.includes(others)]).toEqual([others, false]);
    expect(all).toContain(colleague.id);
    expect(all).not.toMatch(/"(?:credential_id|address_key|readers|claim_id|epoch)"/);
  });

  it('of what somebody has left is no more than that it is theirs, and groups that they made', async () => {
    const { joined, datasets, colleague } = life;
    const params = { id: joined, user_id: ada.id };
    await colleague.client.call('removeOrganizationMember', { params });
    const body = { name: 'what ada may not know of' };
    await colleague.client.call('updateDataset', { params: { id: datasets.stays }, body });
    const answer = await ada.client.send({ method: 'GET', path: '/api/v1/me/export' });
    files = await unzip(Buffer.from(await answer.arrayBuffer()));
    const left = told('datasets').find(({ id }) => id === datasets.stays);
    expect(Object.keys(left ?? {}).sort()).toEqual(['created_at', 'deleted', 'id', 'user_id']);
    expect([...files.values()].join()).not.toContain(body.name);
    const over = told('memberships').filter(({ organization_id }) => organization_id === joined);
    expect(over.map(({ ended }) => ended)).toEqual([true, true]);
  });
});
