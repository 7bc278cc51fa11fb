import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { delayAfter, limited } from './attempts.js';

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
