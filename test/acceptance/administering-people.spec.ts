/** An administrator finds who is locked out and why, and mends it; who goes is followed; what is under way is seen. */
import type { Client } from '@cairn/client';
import { foundFirm } from '../support/firm.js';
import { arrivedMails, mailsTo } from '../support/mailbox.js';
import { withOtp } from '../support/one-time-passwords.js';
import { administrator, PASSWORD, type Person, somebody } from '../support/people.js';
import { strangers } from '../support/signing-in.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { csv } from '../support/world.js';

describe.each(topologies)('people in the hands of an administrator on $name', (topology) => {
  let cairn: RunningCairn;
  let root: Person;
  /** Founds a firm alone; takes over. */
  let ada: Person;
  let grace: Person;
  let firm: string;
  let robot: Client;
  let dataset: string;
  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_TRUSTED_PROXIES: '127.0.0.1' });
    [root, ada, grace] = await Promise.all([
      administrator(cairn),
      somebody(cairn, 'ada'),
      somebody(cairn, 'grace'),
    ]);
    firm = await foundFirm(ada);
    const key = { name: 'robot', scopes: ['me:read'] };
    robot = cairn.client((await ada.client.call('createAPIKey', { body: key })).body.key);
    const { body } = await ada.client.call('createDataset', { body: { name: 'Mails' } });
    dataset = body.id;
    const params = { dataset_id: dataset, id: body.active_version_id ?? '' };
    await ada.client.call('importDataset', { params, file: { ...csv, name: 'private-affairs.csv' } });
  });
  afterAll(() => cairn.remove());

  const signIn = (password = PASSWORD) =>
    cairn.client().try('login', { body: { username: ada.username, password } });
  const put = (user_id: string, body: object) => root.client.try('updateUser', { params: { user_id }, body });
  const statuses = async (...clients: readonly Client[]): Promise<readonly number[]> =>
    Promise.all(clients.map(async (client) => (await client.try('getMe')).status));

  it('nobody else finds or changes anybody', async () => {
    for (const asked of [
      ada.client.try('listUsers'),
      ada.client.try('getUser', { params: { user_id: grace.id } }),
    ])
      expect((await asked).status).toBe(403);
    const body = { is_system_admin: true };
    expect((await ada.client.try('updateUser', { params: { user_id: ada.id }, body })).status).toBe(403);
  });

  it('the last administrator of an organization is not disabled without a successor, who is named', async () => {
    const refused = await put(ada.id, { disabled: true });
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_administrator' } });
    expect(JSON.stringify(refused.body)).toContain(firm);
    expect(await statuses(ada.client, robot)).toEqual([200, 200]);
    const successors = [{ organization_id: firm, user_id: grace.id }];
    expect(await put(ada.id, { disabled: true, successors })).toMatchObject({
      status: 200,
      body: { id: ada.id, disabled: true, hashed_password: '' },
    });
  });

  it('S18: the session and the key of who is disabled are refused at once', async () => {
    expect(await statuses(ada.client, robot)).toEqual([401, 401]);
    const of = { params: { id: firm }, body: { name: 'Firm of Grace' } };
    expect((await grace.client.call('updateOrganization', { params: of.params, body: of.body })).status).toBe(
      200,
    );
  });

  it('an administrator finds who cannot sign in, and why', async () => {
    expect(await signIn()).toMatchObject({ status: 403, body: { code: 'account_disabled' } });
    expect((await signIn('not her password')).status).toBe(401);
    const { body: users } = await root.client.call('listUsers', { query: { q: ada.email, disabled: true } });
    expect(users.map(({ id }) => id)).toEqual([ada.id]);
    const { body } = await root.client.call('getUser', { params: { user_id: ada.id } });
    expect(body).toMatchObject({
      user: { id: ada.id, disabled: true },
      sign_in: { second_factor: false, failed_logins: 1, sessions: 0 },
      datasets: [{ id: dataset, name: 'Mails' }],
      jobs: [{ job_type: 'import', status: 'completed', dataset_id: dataset }],
      models: [],
      inferences: [],
    });
    expect(body.access_logs).toContainEqual(
      expect.objectContaining({ user_id: ada.id, route: '/api/v1/datasets', method: 'POST', status: 201 }),
    );
    expect(body.unavailable).toBeUndefined();
    expect(JSON.stringify(body)).not.toContain('private-affairs');
  });

  it('and lets them in again', async () => {
    expect((await put(ada.id, { disabled: false })).status).toBe(200);
    expect(await statuses(robot)).toEqual([200]);
    expect((await signIn()).status).toBe(200);
  });

  it('work of everybody is seen, and none of what is in it', async () => {
    const query = { status: 'completed', user_id: ada.id, dataset_id: dataset };
    const { body } = await root.client.call('listAllJobs', { query });
    expect(body).toMatchObject([
      {
        user_id: ada.id,
        job_type: 'import',
        items: [{ entity_type: 'dataset_version', status: 'completed' }],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('private-affairs');
  });

  describe('who has lost the authenticator, and tried until she was locked out', () => {
    const { post, signIn: signInFrom } = strangers(() => cairn);
    const networks = Array.from({ length: 10 }, (_, at) => `198.51.100.${at + 1}`);
    let joan: Person;
    beforeAll(async () => {
      joan = await somebody(cairn, 'joan');
      await withOtp(joan);
      await Promise.all(networks.map(triesTenCodes));
    });

    const triesTenCodes = async (ip: string): Promise<void> => {
      for (let asked = 0; asked < 2; asked += 1) {
        const { challenge_id } = bodyOf(await signInFrom(joan.username, PASSWORD, ip));
        for (let wrong = 0; wrong < 5; wrong += 1)
          expect(bodyOf(await post('/api/v1/login/otp', { challenge_id, code: '000000' }, ip))).toMatchObject(
            {
              code: 'otp_invalid',
            },
          );
      }
    };
    const bodyOf = ({ text }: { readonly text: string }) =>
      JSON.parse(text) as { readonly challenge_id?: string; readonly code?: string };
    const letIn = ({ client }: Pick<Person, 'client'>, headers = {}) => {
      const params = { user_id: joan.id };
      return Promise.all([
        client.try('removeUserOtp', { params, headers }),
        client.try('liftUserLockout', { params, headers }),
      ]);
    };

    it('is found, with why', async () => {
      for (const ip of networks)
        expect(bodyOf(await signInFrom(joan.username, PASSWORD, ip)).code).toBe('account_locked');
      const { body: users } = await root.client.call('listUsers', { query: { q: joan.username } });
      expect(users.map(({ id }) => id)).toEqual([joan.id]);
      const { body } = await root.client.call('getUser', { params: { user_id: joan.id } });
      expect(body.sign_in).toMatchObject({
        second_factor: true,
        failed_logins: 100,
        locked_until: expect.any(String),
        otp_locked_until: expect.any(String),
      });
    });

    it('is let in by nobody else', async () => {
      const key = { name: 'looks', scopes: ['admin:read'] };
      const looks = cairn.client((await root.client.call('createAPIKey', { body: key })).body.key);
      for (const client of [joan.client, looks])
        expect((await letIn({ client })).map(({ status }) => status)).toEqual([403, 403]);
    });

    it('is let in by an administrator, and signs in with the password from where she was locked', async () => {
      expect((await letIn(root)).map(({ status }) => status)).toEqual([204, 204]);
      for (const ip of networks) expect((await signInFrom(joan.username, PASSWORD, ip)).status).toBe(200);
      for (const { status, body } of await letIn(root, { prefer: 'return=representation' })) {
        expect([status, body]).toMatchObject([200, { second_factor: false, failed_logins: 0 }]);
        expect(body).not.toHaveProperty('locked_until');
        expect(body).not.toHaveProperty('otp_locked_until');
      }
    });

    it('is told so by two mails', async () => {
      const mails = await arrivedMails(cairn, joan.email, 2);
      for (const what of ['The second factor of your account', 'The lock on your account'])
        expect(mails.filter((mail) => mail.includes(`Subject: ${what}`))).toHaveLength(1);
      await withOtp(joan);
      expect(mailsTo(cairn, joan.email)).toHaveLength(2);
    });

    it('all of it stands in the record', async () => {
      const told = async (query: Readonly<Record<string, string>>) =>
        (await root.client.call('listAccessLog', { query })).body.map(
          ({ method, route, entity_id, error_code }) =>
            [method, route, entity_id, error_code].filter((part) => part !== undefined).join(' '),
        );
      /** Another gateway writes what it noted within a second. */
      const stands = async (query: Readonly<Record<string, string>>, expected: readonly string[]) => {
        let missing = expected;
        while (missing.length > 0) {
          const lines = await told(query);
          missing = expected.filter((line) => !lines.includes(line));
        }
      };
      const user = '/admin/users/{user_id}';
      const acts = [`DELETE ${user}/otp ${joan.id}`, `DELETE ${user}/lockout ${joan.id}`];
      await stands({ user_id: root.id, status: '204' }, acts);
      await stands({ user_id: root.id, status: '200' }, [`GET ${user} ${joan.id}`, 'GET /admin/users']);
      const refused = acts.map((act) => `${act} administrator_required`);
      await stands({ user_id: joan.id, status: '403' }, refused);
      await stands({ status: '423' }, ['POST /api/v1/login account_locked']);
      await stands({ status: '401' }, ['POST /api/v1/login/otp otp_invalid']);

      const events = (await cairn.inside.events()).filter(
        ({ stream }) => stream === `secondFactor-${joan.id}`,
      );
      const by = ({ metadata }: { readonly metadata: string }) =>
        (JSON.parse(metadata) as { readonly actor: { readonly id: string } }).actor.id;
      const acted = events.filter((event) => by(event) === root.id);
      expect(acted.map(({ type }) => type).sort()).toEqual([
        'identity.second_factor.lockout_lifted.v1',
        'identity.second_factor.removed.v1',
      ]);
    }, 60_000);
  });

  it('of two administrators who demote each other at once, one stays', async () => {
    await put(grace.id, { is_system_admin: true });
    const demote = ({ client }: Person, user_id: string) =>
      client.try('updateUser', { params: { user_id }, body: { is_system_admin: false } });
    const answers = await Promise.all([demote(root, grace.id), demote(grace, root.id)]);
    const codes = answers.map(({ status }) => status).sort();
    // Who was demoted before its own request came in is no administrator any more.
    expect([
      [200, 403],
      [200, 409],
    ]).toContainEqual(codes);
    const stays = (await Promise.all([root, grace].map(({ client }) => client.try('listUsers')))).map(
      ({ status }) => status,
    );
    expect(stays.sort()).toEqual([200, 403]);
  });
});
