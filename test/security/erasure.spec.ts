import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { allMailsTo, arrivedMails, mailsTo } from '../support/mailbox.js';
import { PASSWORD, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const LOOK_EVERY_MS = 50;

describe.each(topologies)('erasing a person on $name', (topology) => {
  let cairn: RunningCairn;
  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_LOG_LEVEL: 'info' });
  }, 60_000);
  afterAll(() => cairn.remove());

  /** Where each word stands in what Cairn keeps. */
  const held = (words: readonly (readonly [string, string])[]) =>
    Promise.all(
      words.map(async ([what, word]) => {
        const names = await cairn.inside.holding(word);
        return [what, names.filter((name) => cairn.inside.keepsMails || !name.startsWith('mail'))] as const;
      }),
    );

  /** Waits for a word to be found at all: read models are written within half a second. */
  const isHeld = async (word: string): Promise<void> => {
    while ((await cairn.inside.holding(word)).length === 0) await pause(LOOK_EVERY_MS);
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
