import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { verify } from '@node-rs/argon2';
import { isPassword } from './passwords.js';

jest.mock('@node-rs/argon2', () => ({ verify: jest.fn() }));

describe('passwords', () => {
  let engines: Embedded;
  beforeEach(() => {
    engines = openEmbedded();
  });
  afterEach(() => engines.remove());

  it('are compared two at a time, so that half of the threads are left to the disk', async () => {
    let running = 0;
    let most = 0;
    jest.mocked(verify).mockImplementation(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 5));
      running -= 1;
      return true;
    });
    const compared = Array.from({ length: 8 }, () =>
      isPassword(engines.vault, undefined, 'of nobody at all'),
    );
    expect(await Promise.all(compared)).toEqual(Array.from({ length: 8 }, () => false));
    expect(most).toBe(2);
  });
});
