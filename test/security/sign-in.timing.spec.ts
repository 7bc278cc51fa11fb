import { arrivedMails } from '../support/mailbox.js';
import { PASSWORD, type Person, somebody } from '../support/people.js';
import { strangers } from '../support/signing-in.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const began = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - began) / 1e6;
};
const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

describe.each(topologies)('how long signing in takes on $name', (topology) => {
  let cairn: RunningCairn;
  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => cairn.remove());

  const { post, signIn } = strangers(() => cairn);

  it('S12 a login of nobody answers as late as a wrong password', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => somebody(cairn)));
    /** Milliseconds of two attempts that differ in whether somebody has that name. */
    const failed = async (username: string): Promise<readonly [number, number]> => {
      for (const name of [username, `no-${username}`]) expect((await signIn(name, 'wrong')).status).toBe(401);
      return [
        await timed(() => signIn(username, 'wrong', '192.0.2.2')),
        await timed(() => signIn(`no-${username}`, 'wrong', '192.0.2.2')),
      ];
    };
    const free: (readonly [number, number])[] = [];
    const heldBack: (readonly [number, number])[] = [];
    for (const times of [free, free, heldBack]) {
      for (const { username } of people) times.push(await failed(username));
      if (times.length > people.length) for (const { username } of people) await signIn(username, PASSWORD);
    }
    for (const times of [free, heldBack]) {
      const [known, unknown] = [median(times.map(([one]) => one)), median(times.map(([, other]) => other))];
      expect(unknown).toBeGreaterThan(known * 0.6);
      expect(known).toBeGreaterThan(unknown * 0.6);
    }
  }, 30_000);

  it('S12 a reset for nobody is answered as late, within the five mails that are sent and beyond them', async () => {
    const people = await Promise.all([1, 2].map(() => somebody(cairn)));
    const within = await resetsOf(people, 5);
    const beyond = await resetsOf(people, 5);
    for (const { known, unknown } of [within, beyond]) {
      expect(median(known)).toBeLessThan(median(unknown) + 25);
      expect(median(unknown)).toBeLessThan(median(known) + 25);
    }
    for (const { email } of people) expect(await arrivedMails(cairn, email, 5)).toHaveLength(5);
  }, 60_000);

  /** Milliseconds of resets, one for somebody and one for nobody in turn, whichever comes first. */
  const resetsOf = async (people: readonly Person[], times: number) => {
    const [known, unknown]: [number[], number[]] = [[], []];
    const ask = async (login: string, took: number[]): Promise<void> => {
      took.push(await timed(() => post('/api/v1/resetpassword', { login })));
    };
    for (let turn = 0; turn < times; turn += 1)
      for (const { username } of people) {
        const asked = [() => ask(username, known), () => ask(`no-${username}`, unknown)];
        for (const one of turn % 2 === 0 ? asked : asked.reverse()) await one();
      }
    return { known, unknown };
  };

  it('S15 guessing is slowed down', async () => {
    const { username } = await somebody(cairn);
    const took: number[] = [];
    for (let guess = 0; guess < 10; guess += 1)
      took.push(await timed(() => signIn(username, `guess ${guess}`, '198.51.100.7')));
    expect(took.at(-1)).toBeGreaterThan(took[0]! + 100);
  }, 30_000);
});

describe.each(topologies)('S12 while read models are behind, on $name', (topology) => {
  it('a reset for somebody waits for nothing that one for nobody has not', async () => {
    const cairn = await topology.start({ CAIRN_PROJECTION_DELAY_MS: '700' });
    try {
      const { username } = await somebody(cairn);
      const took = async (login: string): Promise<number> => {
        const began = performance.now();
        const { status } = await cairn.client().call('requestPasswordReset', { body: { login } });
        expect(status).toBe(200);
        return performance.now() - began;
      };
      const known: number[] = [];
      const unknown: number[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        unknown.push(await took(`no-${username}`));
        known.push(await took(username));
      }
      expect(Math.min(...known)).toBeLessThan(Math.min(...unknown) + 200);
    } finally {
      await cairn.remove();
    }
  }, 60_000);
});
