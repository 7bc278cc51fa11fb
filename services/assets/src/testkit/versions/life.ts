import { outcome } from '../under-test.js';
import type { One, VersionsUnderTest } from './under-test.js';

type Visit = (one: One) => Promise<void>;

/** All that can happen to one, one after the other. `visit` is called after each. */
export const live = async (under: VersionsUnderTest, visit: Visit): Promise<One> => {
  const one = await under.made(under.whole());
  await visit(one);
  const did = async (reply: ReturnType<VersionsUnderTest['remove']>): Promise<void> => {
    expect(outcome(await reply)).toBe('done');
    await visit(one);
  };
  await did(under.update(one, under.unlike()));
  if (under.world.inside !== undefined) {
    await under.fill(one);
    await visit(one);
    await did(under.revert(one));
    await under.fill(one);
    await visit(one);
  }
  await did(under.update(one, under.cleared()));
  await did(under.revert(one));
  await did(under.remove(one));
  await did(under.restore(one));
  await did(under.revert(one));
  await did(under.purge(one.id));
  return one;
};
