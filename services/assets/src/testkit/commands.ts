import { freshId } from '@cairn/kernel';
import { LOGO } from './versions.js';
import { type AssetsUnderTest, outcome } from './under-test.js';

type Under = () => AssetsUnderTest;

/** What a command does, once. */
export const onceCases = (under: Under): void => {
  it('is made once under one command, and something else under it is refused', async () => {
    const id = freshId();
    const replies = [
      await under().create(under().whole(), { id }),
      await under().create(under().whole(), { id }),
    ];
    expect(replies).toMatchObject([{ replayed: false }, { replayed: true }]);
    expect(outcome(await under().create(under().unlike(), { id }))).toBe('idempotency_mismatch');
    expect((await under().page({ name: 'whole' })).elements).toHaveLength(1);
  });

  it('is done once under one command, whatever is done', async () => {
    const { ned, acme } = under();
    const one = await under().made();
    const user_id = under().grace.userId;
    const commands = [
      (id: string) => under().update(one, under().unlike(), { id }),
      (id: string) => under().revert(one, 1, { id }),
      (id: string) => under().setLogo(one, LOGO, { id }),
      (id: string) => under().removeLogo(one, { id }),
      (id: string) => under().share(one, { user_id }, { id }),
      (id: string) => under().transfer(one, { organization_id: acme }, { id }),
      (id: string) => under().remove(one, { id }),
      (id: string) => under().restore(one, { id }),
    ];
    for (const [index, command] of commands.entries()) {
      const id = freshId();
      expect([await command(id), await command(id)]).toMatchObject([
        { status: 'done', replayed: false },
        { status: 'done', replayed: true },
      ]);
      expect(await under().revision(one)).toBe(index + 1);
    }
    expect(await under().read(one, { principal: ned })).toBeUndefined();
  });

  it('is not changed by who has seen another revision of it', async () => {
    const { grace } = under();
    const id = await under().made();
    const share = await under().shared(id, { user_id: grace.userId });
    await under().update(id, under().unlike());
    const before = await under().read(id);
    const late = { expectedRevision: '0' };
    const codes = [
      await under().update(id, under().whole(), late),
      await under().transfer(id, { user_id: grace.userId }, late),
      await under().setLogo(id, LOGO, late),
      await under().share(id, { user_id: under().ned.userId }, late),
      await under().removeShare(id, share, late),
      await under().revert(id, 2, late),
      await under().remove(id, late),
    ];
    expect(codes.map(outcome)).toEqual(codes.map(() => 'precondition_failed'));
    expect(await under().read(id)).toEqual(before);
    expect(outcome(await under().remove(id, { expectedRevision: '2' }))).toBe('done');
    expect(outcome(await under().restore(id, late))).toBe('precondition_failed');
  });

  it('keeps what many change at once', async () => {
    const id = await under().made();
    const { ada, grace, ned, root } = under();
    const sent = [
      ...['name', 'description', 'notes'].map((field) => under().update(id, { [field]: 'at once' })),
      ...[grace, ned, root].map(({ userId }) => under().share(id, { user_id: userId })),
      ...[grace, grace].map(({ userId }) =>
        under().share(id, { user_id: userId, role_slug: 'share_editor' }),
      ),
    ];
    const codes = (await Promise.all(sent)).map(outcome);
    expect(codes.filter((code) => code === 'share_exists')).toHaveLength(2);
    expect(await under().read(id)).toMatchObject({
      name: 'at once',
      description: 'at once',
      notes: 'at once',
    });
    const tokens = (await under().state(id)).readers.map(({ token }) => token);
    expect([...tokens].sort()).toEqual([ada, grace, ned, root].map(({ userId }) => `user:${userId}`).sort());
  });
};
