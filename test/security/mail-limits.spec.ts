import { randomUUID } from 'node:crypto';
import type { PlainRequest } from '@cairn/client';
import { assets } from '@cairn/contracts';
import { answerOf, codeIn, problemIn, type ReadAnswer } from '../support/answers.js';
import { askAsset } from '../support/assets.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { arrivedMails, mailsTo } from '../support/mailbox.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const OF_ACCOUNT = 8;
const TO_ADDRESS = 3;
const DAY_SECONDS = 24 * 60 * 60;

describe.each(topologies)('S47 mails to others on $name', (topology) => {
  let cairn: RunningCairn;
  beforeAll(async () => {
    cairn = await topology.start({
      CAIRN_MAX_MAILS_PER_DAY: String(OF_ACCOUNT),
      CAIRN_MAX_MAILS_TO_ADDRESS_PER_DAY: String(TO_ADDRESS),
    });
  });
  afterAll(() => cairn.remove());

  const address = (): string => `asked-${randomUUID().slice(0, 8)}@example.org`;
  const invitation = (firm: string, email: string): PlainRequest => ({
    method: 'POST',
    path: `/api/v1/organizations/${firm}/invitations`,
    body: { email },
  });
  const invite = ({ client }: Person, firm: string, email: string) =>
    answerOf(client, invitation(firm, email));
  const resend = async ({ client }: Person, firm: string, id: string) =>
    codeIn(
      await answerOf(client, {
        method: 'POST',
        path: `/api/v1/organizations/${firm}/invitations/${id}/resend`,
      }),
    );
  type Asset = (typeof assets)[number];
  const make = async (person: Person, { operations }: Asset): Promise<string> => {
    const path = operations.create.path;
    const response = await person.client.send({ method: 'POST', path, body: { name: 'to share' } });
    return ((await response.json()) as { id: string }).id;
  };
  /** Shares something of a person's with somebody. */
  const share = (person: Person, { operations }: Asset, id: string, body: object): Promise<ReadAnswer> => {
    const { method, path } = operations.createShare;
    return answerOf(person.client, { method, path, params: { id }, body });
  };
  const sharesOf = async (person: Person, { operations }: Asset, id: string): Promise<unknown[]> =>
    (await (await askAsset(person, operations.shares, id)).json()) as unknown[];
  const datasets = assets.find(({ called }) => called === 'dataset')!;

  /** The events since then of which mails follow. */
  const askedSince = async (position: string): Promise<readonly string[]> =>
    (await cairn.inside.events(position))
      .map(({ type }) => type)
      .filter((type) => /invitation|shared/.test(type));

  const limited = (answer: ReadAnswer, bound: string): void => {
    expect(problemIn(answer)).toMatchObject({
      status: 429,
      code: 'mail_limit',
      detail: expect.stringContaining(bound),
    });
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(DAY_SECONDS);
  };

  it('of one account: invitations, those mailed again, and shares of all kinds count together', async () => {
    const ada = await somebody(cairn);
    const firm = await foundFirm(ada);
    const grace = await somebody(cairn, 'grace');
    await joinFirm(cairn, firm, ada, grace);
    const invited = await invite(ada, firm, address());
    const { id: open } = JSON.parse(invited.text) as { id: string };
    expect([invited.status, await resend(ada, firm, open)]).toEqual([201, '200']);
    const made = await Promise.all(assets.map(async (asset) => ({ asset, id: await make(ada, asset) })));
    for (const { asset, id } of made)
      expect((await share(ada, asset, id, { email: address() })).status).toBe(201);
    const stranger = await somebody(cairn, 'eve');
    expect((await share(ada, datasets, made[0]!.id, { user_id: stranger.id })).status).toBe(201);

    const before = await cairn.inside.head();
    const unasked = address();
    limited(await invite(ada, firm, unasked), `${OF_ACCOUNT} mails to others`);
    expect(await resend(ada, firm, open)).toBe('mail_limit');
    for (const { asset, id } of made)
      limited(await share(ada, asset, id, { email: unasked }), `${OF_ACCOUNT} mails to others`);
    const others = await somebody(cairn, 'joan');
    limited(await share(ada, datasets, made[0]!.id, { user_id: others.id }), 'by one account');
    expect(await askedSince(before)).toEqual([]);

    for (const { asset, id } of made) {
      const { length } = await sharesOf(ada, asset, id);
      expect((await share(ada, asset, id, { user_id: grace.id })).status).toBe(201);
      expect((await share(ada, asset, id, { email: unasked, without_invite: true })).status).toBe(201);
      expect(codeIn(await share(ada, asset, id, { email: unasked }))).toBe('share_exists');
      expect(await sharesOf(ada, asset, id)).toHaveLength(length + 2);
    }
    // The mail of another to the same address comes; nothing was owed before it.
    await grace.client
      .call('createDataset', { body: { name: 'hers' } })
      .then(({ body }) =>
        grace.client.call('createDatasetShare', { params: { id: body.id }, body: { email: unasked } }),
      );
    await arrivedMails(cairn, unasked);
    expect(mailsTo(cairn, unasked)).toHaveLength(1);
  }, 120_000);

  it('to one address, whoever sends them, an administrator too, and whether or not it has an account', async () => {
    const [ada, root] = [await somebody(cairn), await administrator(cairn)];
    const known = (await somebody(cairn, 'grace')).email;
    const unknown = address();
    const firm = await foundFirm(root, 'Root');
    const shareWith = async (person: Person, email: string) =>
      share(person, datasets, await make(person, datasets), { email });
    const refusals: unknown[] = [];
    for (const email of [known, unknown]) {
      expect((await invite(root, firm, email)).status).toBe(201);
      expect([(await shareWith(ada, email)).status, (await shareWith(ada, email)).status]).toEqual([
        201, 201,
      ]);
      await arrivedMails(cairn, email, TO_ADDRESS);
      const before = await cairn.inside.head();
      for (const answer of [
        await invite(root, firm, email),
        await shareWith(root, email),
        await shareWith(ada, email),
      ]) {
        limited(answer, `${TO_ADDRESS} mails a day can be caused to one address`);
        refusals.push({ ...problemIn(answer), instance: '', request_id: '' });
      }
      expect(await askedSince(before)).toEqual([]);
      expect(mailsTo(cairn, email)).toHaveLength(TO_ADDRESS);
    }
    expect(refusals.slice(3)).toEqual(refusals.slice(0, 3));
    expect((await shareWith(ada, address())).status).toBe(201);
  }, 120_000);

  it('that came again, or came to nothing, are not counted', async () => {
    const ada = await somebody(cairn);
    const firm = await foundFirm(ada);
    const headers = { 'idempotency-key': randomUUID() };
    const [email, foreign] = [address(), await foundFirm(await somebody(cairn, 'eve'))];
    const id = await make(ada, datasets);
    for (let turn = 0; turn <= OF_ACCOUNT; turn += 1) {
      expect((await answerOf(ada.client, { ...invitation(firm, email), headers })).status).toBe(201);
      expect(codeIn(await invite(ada, foreign, email))).toBe('not_found');
      const shared = await share(ada, datasets, id, { email });
      expect(codeIn(shared)).toBe(turn === 0 ? '201' : 'share_exists');
    }
    expect((await invite(ada, firm, email)).status).toBe(201);
    limited(await invite(ada, firm, email), 'to one address');
  }, 120_000);
});
