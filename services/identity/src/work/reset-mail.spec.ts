import { freshId, type Mail, MailRefused, MailUnavailable, type Mailer } from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { mailResetLink } from './reset-mail.js';

let engines: Embedded;
beforeEach(() => {
  engines = openEmbedded();
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
  await mailResetLink({ ...engines, mail, baseUrl: 'https://cairn.example' }, requested);
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
  });

  it('is tried again when it could not be sent now', async () => {
    const away = mailing(() => Promise.reject(new MailUnavailable('nothing listens there')));
    await expect(away).rejects.toBeInstanceOf(MailUnavailable);
  });
});
