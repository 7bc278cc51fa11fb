import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { delayAfter, limited } from './attempts.js';
import { networkOf } from './network.js';

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
    ['not an address', 'not an address'],
  ])('%s is %s (S44)', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

it('the delay grows and is bounded', () => {
  expect([0, 4, 5, 6, 7, 10, 11, 1000].map(delayAfter)).toEqual([0, 0, 50, 100, 200, 1600, 2000, 2000]);
});

describe('attempts', () => {
  let engines: Embedded;
  beforeEach(() => {
    engines = openEmbedded();
  });
  afterEach(() => engines.remove());
  const ada = { login: 'ada', ip: '192.0.2.1' };
  const attempt = (succeeds: boolean, who = ada) =>
    limited(
      engines,
      who,
      async () => succeeds,
      (outcome) => !outcome,
    );

  it('count anew after a success', async () => {
    for (let failure = 0; failure < 4; failure += 1) await attempt(false);
    expect(await attempt(true)).toBe(true);
    for (let failure = 0; failure < 6; failure += 1) expect(await attempt(false)).toBe(false);
  });

  it('of a blocked pair are not even made', async () => {
    for (let failure = 0; failure < 10; failure += 1) await attempt(false);
    let made = false;
    const outcome = await limited(
      engines,
      { ...ada, login: 'ADA' },
      async () => (made = true),
      () => false,
    );
    expect(outcome).toMatchObject({ refused: 'account_locked' });
    expect(made).toBe(false);
    expect(await attempt(true, { ...ada, ip: '192.0.2.2' })).toBe(true);
  }, 20_000);
});
