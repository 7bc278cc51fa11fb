import { takeTurns } from './turns.js';

it('turns of one key come one after the other, those of others do not wait', async () => {
  const turns = takeTurns();
  const seen: string[] = [];
  let release: () => void = () => undefined;
  const first = turns('a', async () => {
    await new Promise<void>((resolve) => (release = resolve));
    seen.push('first');
    throw new Error('failed');
  });
  const second = turns('a', async () => seen.push('second'));
  await turns('b', async () => seen.push('other'));
  release();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(seen).toEqual(['other', 'first', 'second']);
});
