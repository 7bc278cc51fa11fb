import { LogUnavailable, type Principal, system } from '@cairn/kernel';
import { faultyLog, type FaultyLog } from '@cairn/kernel/testkit';
import { type IdentityUnderTest, startIdentity } from './testing/identity-under-test.js';
import { asPerson } from './testing/sign-up.js';

describe('administrators that erase themselves', () => {
  let under: IdentityUnderTest;
  let faulty: FaultyLog;
  beforeEach(async () => {
    under = await startIdentity((real) => (faulty = faultyLog(real)).log);
  });
  afterEach(() => under.remove());

  /** Another than the configuration makes: for now there is no other way. */
  const administrator = async (name: string): Promise<Principal> => {
    const body = { username: name, email: `${name}@example.org`, password: 'correct horse battery' };
    await under.done('registerFirstAdministrator', { body }, { principal: system });
    return asPerson(under, name);
  };
  const erase = (principal: Principal) => under.send('deleteMe', {}, { principal });

  it('never all go, though they ask at the same moment', async () => {
    const ids = await Promise.all(['ada', 'grace', 'joan'].map(administrator));
    const replies = await Promise.all(ids.map(erase));
    expect(replies.filter(({ status }) => status === 'done')).toHaveLength(2);
    expect(replies.filter(({ status }) => status === 'refused')).toEqual([
      expect.objectContaining({ code: 'last_administrator' }),
    ]);
  });

  it('go one after the other as long as one stays', async () => {
    const [first, second] = [await administrator('ada'), await administrator('grace')];
    expect(await erase(first)).toMatchObject({ status: 'done' });
    expect(await erase(second)).toMatchObject({ code: 'last_administrator' });
    const third = await administrator('joan');
    expect(await erase(second)).toMatchObject({ status: 'done' });
    expect(await erase(third)).toMatchObject({ code: 'last_administrator' });
  });

  it('do not count any more once they were let go, though they could not be erased yet', async () => {
    const [first, second] = [await administrator('ada'), await administrator('grace')];
    faulty.next('go well');
    faulty.next('be unavailable');
    await expect(erase(first)).rejects.toBeInstanceOf(LogUnavailable);
    expect(await erase(second)).toMatchObject({ code: 'last_administrator' });
    expect(await erase(first)).toMatchObject({ status: 'done' });
    expect(await erase(second)).toMatchObject({ code: 'last_administrator' });
  });
});
