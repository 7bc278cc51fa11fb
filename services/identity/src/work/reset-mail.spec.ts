import {
  freshId,
  type Mail,
  MailRefused,
  MailUnavailable,
  type Mailer,
  type ServiceTools,
  Streams,
} from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { mailResetLink } from './reset-mail.js';

let engines: Embedded;
let recorded: string[];
beforeEach(() => {
  engines = openEmbedded();
  recorded = [];
});
afterEach(() => engines.remove());

const mailing = async (send: Mailer['send']): Promise<void> => {
  const id = freshId();
  await engines.vault.keyFor(id);
  const requested = {
    id,
    reset_id: freshId(),
    email: 'ada@example.org',
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  };
  const mail = { send, forget: async () => undefined };
  const streams = new Streams({ ...engines, cachedBytes: 1_000_000 });
  const execute: ServiceTools['execute'] = async (_, input) => {
    recorded.push((input as { outcome: string }).outcome);
    return { status: 'done', stream: 'mail-a', position: '1', replayed: false };
  };
  const tools = { ...engines, mail, streams, execute, baseUrl: 'https://cairn.example' };
  await mailResetLink(tools, requested, { eventId: freshId(), correlation: 'request' });
};

describe('the mail with the link of a reset', () => {
  it('goes to the address of the account', async () => {
    const sent: Mail[] = [];
    await mailing(async (mail) => void sent.push(mail));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: 'ada@example.org',
      text: expect.stringContaining('https://cairn.example/'),
    });
  });

  it('is not tried again when it is refused for good', async () => {
    await mailing(() => Promise.reject(new MailRefused('550 no such mailbox')));
    expect(recorded).toEqual(['refused']);
  });

  it('is tried again when it could not be sent now', async () => {
    const away = mailing(() => Promise.reject(new MailUnavailable('nothing listens there')));
    await expect(away).rejects.toBeInstanceOf(MailUnavailable);
    expect(recorded).toEqual([]);
  });
});
