import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  allMailsTo,
  arrivedMail,
  arrivedMails,
  invitationIn,
  isInvitation,
  mailsTo,
} from '../support/mailbox.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { lived } from '../support/lived.js';
import { PASSWORD, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const LOOK_EVERY_MS = 50;

describe.each(topologies)('erasing a person on $name', (topology) => {
  let cairn: RunningCairn;
  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_LOG_LEVEL: 'info' });
  });
  afterAll(() => cairn.remove());

  /** Where each word stands in what Cairn keeps. */
  const held = (words: readonly (readonly [string, string])[]) =>
    Promise.all(words.map(async ([what, word]) => [what, await keptIn(word)] as const));

  /** Mails that were delivered are no longer Cairn's. */
  const keptIn = async (word: string): Promise<readonly string[]> =>
    (await cairn.inside.holding(word)).filter((name) => cairn.inside.keepsMails || !name.startsWith('mail'));

  /** Waits for a word to be found at all: read models are written within half a second. */
  const isHeld = async (word: string): Promise<void> => {
    while ((await cairn.inside.holding(word)).length === 0) await pause(LOOK_EVERY_MS);
  };

  /** Waits, while the test has time, until a word is found nowhere. */
  const isGone = async (word: string): Promise<void> => {
    while ((await keptIn(word)).length > 0) await pause(LOOK_EVERY_MS);
  };

  /** A word that stands nowhere else. */
  const canary = (what: string): string => `${what}${randomUUID().replaceAll('-', '').slice(0, 16)}`;

  it('S38 no file holds a word about an erased person', async () => {
    const words = {
      username: canary('user'),
      email: `${canary('mail')}@example.org`,
      name: canary('Name'),
      firstname: canary('First'),
      renamed: canary('Renamed'),
      newName: canary('NewName'),
      newEmail: `${canary('newmail')}@example.org`,
      agent: canary('Agent'),
      apiKeyName: canary('Key'),
      deletedKeyName: canary('DeletedKey'),
    };
    const agent = { 'user-agent': words.agent };
    const { username, email, name, firstname } = words;
    await cairn.client().call('register', {
      headers: agent,
      body: { username, email, name, firstname, password: PASSWORD },
    });
    const login = (as: string, password = PASSWORD) =>
      cairn
        .client()
        .try('login', { headers: { ...agent, 'idempotency-key': as }, body: { username: as, password } });
    await login(username, 'wrong');
    const { body } = await cairn
      .client()
      .call('login', { headers: agent, body: { username, password: PASSWORD } });
    const client = cairn.client(body.apikey);
    await cairn.client().call('requestPasswordReset', { headers: agent, body: { login: email } });
    await arrivedMails(cairn, email);
    await client.call('updateMe', {
      headers: { ...agent, 'idempotency-key': 'rename' },
      body: { username: words.renamed, name: words.newName, email: words.newEmail },
    });
    await cairn.client().call('requestPasswordReset', { body: { login: words.newEmail } });
    await arrivedMails(cairn, words.newEmail);
    await client.call('createAPIKey', { body: { name: words.apiKeyName, scopes: ['me:read'] } });
    const deleted = await client.call('createAPIKey', {
      body: { name: words.deletedKeyName, scopes: ['me:read'] },
    });
    await client.call('deleteAPIKey', { params: { id: deleted.body.id } });
    await client.call('listSessions');
    const shown = await client.call('createDataset', { body: { name: 'what stays', public: true } });
    const hidden = await client.call('createDataset', { body: { name: 'what nobody reaches' } });
    await login(words.renamed);

    const personal = Object.entries(words);
    for (const what of ['email', 'newEmail', 'newName', 'renamed', 'apiKeyName', 'deletedKeyName'] as const)
      await isHeld(words[what]);

    const { status } = await client.call('deleteMe');
    expect(status).toBe(204);
    expect(await held(personal)).toEqual(personal.map(([what]) => [what, []]));
    expect(personal.filter(([, word]) => cairn.printed().includes(word))).toEqual([]);
    if (cairn.inside.keepsMails)
      expect([...allMailsTo(cairn, email), ...allMailsTo(cairn, words.newEmail)]).toEqual([]);

    const { client: stranger } = await somebody(cairn);
    expect((await stranger.call('getDataset', { params: { id: shown.body.id } })).body.name).toBe(
      'what stays',
    );
    expect((await stranger.call('listDatasetHistory', { params: { id: shown.body.id } })).body).toHaveLength(
      1,
    );
    expect((await stranger.try('getDataset', { params: { id: hidden.body.id } })).status).toBe(404);
    const again = await cairn
      .client()
      .try('login', { body: { username: words.renamed, password: PASSWORD } });
    expect(again.status).toBe(401);

    await cairn.end('SIGTERM');
    await cairn.again();
    expect(await held(personal)).toEqual(personal.map(([what]) => [what, []]));
    expect((await cairn.client().try('getMe')).status).toBe(401);
  });

  it('S38 no file holds a word about one who was in firms, had assets, keys and a second factor, and asked models', async () => {
    const person = await somebody(cairn, canary('lived'));
    const { words, colleague, own, joined, datasets } = await lived(cairn, person);
    await joinFirm(cairn, own, person, colleague, 'org_admin');
    const { username, email } = person;
    const { keyName, organizationKeyName, secretName, asked, answered } = words;
    const keys = { keyName, organizationKeyName, secretName };
    const personal = Object.entries({ username, email, ...keys, asked, answered });
    for (const [, word] of personal) await isHeld(word);
    expect((await person.client.call('deleteMe', { body: { password: PASSWORD } })).status).toBe(204);
    // What models were asked goes with inferences of their own keys, a moment later.
    await isGone(asked);
    expect(await held(personal)).toEqual(personal.map(([what]) => [what, []]));
    expect(personal.filter(([, word]) => cairn.printed().includes(word))).toEqual([]);

    const members = async (id: string) =>
      (await colleague.client.call('listOrganizationMembers', { params: { id } })).body;
    for (const id of [own, joined])
      expect((await members(id)).map(({ user_id }) => user_id)).toEqual([colleague.id]);
    const stays = { params: { id: datasets.stays } };
    expect((await colleague.client.call('updateDataset', { ...stays, body: { notes: 'ours' } })).status).toBe(
      200,
    );
    expect((await colleague.client.try('getDataset', { params: { id: datasets.mine } })).status).toBe(404);
    const left = await colleague.client.call('listOrganizationAPIKeys', {
      params: { organization_id: own },
    });
    expect(left.body).toEqual([]);
    await cairn.end('SIGTERM');
    await cairn.again();
    expect(await held(personal)).toEqual(personal.map(([what]) => [what, []]));
  }, 180_000);

  it('S38 addresses of who was asked are gone when it is over, whether or not they ever had an account', async () => {
    const ada = await somebody(cairn);
    const firm = await foundFirm(ada);
    const dataset = (await ada.client.call('createDataset', { body: { name: 'mails' } })).body.id;
    const address = (what: string): string => `${canary(what)}@example.org`;
    const [revoked, accepted, unshared] = [address('revoked'), address('accepted'), address('unshared')];
    const params = { id: firm };
    const invite = async (email: string) =>
      (await ada.client.call('createInvitation', { params, body: { email } })).body.id;
    const share = { params: { id: dataset }, body: { email: unshared } };
    const share_id = (await ada.client.call('createDatasetShare', share)).body.id;
    const invitation_id = await invite(revoked);
    const accepted_id = await invite(accepted);
    const over = Object.entries({ revoked, accepted, unshared });
    for (const [, email] of over) await isHeld(email);
    const token = invitationIn(await arrivedMail(cairn, accepted, isInvitation(accepted_id)));
    const joiner = { username: canary('joiner'), email: accepted, password: PASSWORD };
    await cairn.client().call('register', { body: joiner });
    const { body } = await cairn
      .client()
      .call('login', { body: { username: joiner.username, password: PASSWORD } });
    await cairn.client(body.apikey).call('acceptInvitation', { params: { token } });
    await cairn.client(body.apikey).call('deleteMe');
    await ada.client.call('revokeInvitation', { params: { id: firm, invitation_id } });
    await ada.client.call('deleteDatasetShare', { params: { id: dataset, share_id } });
    for (const [, email] of over) await isGone(email);
    expect(await held(over)).toEqual(over.map(([what]) => [what, []]));
    expect(over.filter(([, email]) => cairn.printed().includes(email))).toEqual([]);
  }, 60_000);

  it('S38 mails to the one who has the address of an erased person now are kept', async () => {
    const before = await somebody(cairn);
    const { email } = before;
    await cairn.client().call('requestPasswordReset', { body: { login: email } });
    await arrivedMails(cairn, email);
    await before.client.call('updateMe', { body: { email: `${canary('moved')}@example.org` } });
    const next = { username: canary('next'), email, password: PASSWORD };
    await cairn.client().call('register', { body: next });
    await cairn.client().call('requestPasswordReset', { body: { login: email } });
    const mails = await arrivedMails(cairn, email, 3);
    await before.client.call('deleteMe');
    // Of the link and of the word that the address had changed, which were for the person before.
    const others = (mail: string): boolean => !mail.includes(before.id) && !mail.includes('was changed');
    expect(mails.filter(others)).toHaveLength(1);
    expect(mailsTo(cairn, email)).toEqual(cairn.inside.keepsMails ? mails.filter(others) : mails);
  });

  it('S38 the name and the address of an erased person are free again', async () => {
    const person = await somebody(cairn);
    await person.client.call('deleteMe');
    const { username, email } = person;
    const { status } = await cairn
      .client()
      .call('register', { body: { username, email, password: PASSWORD } });
    expect(status).toBe(201);
  });
});
