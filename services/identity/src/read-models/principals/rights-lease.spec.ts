import {
  createLogger,
  type ListedRegister,
  openSqliteRegisters,
  patient,
  pause,
  type Position,
  type Registers,
} from '@cairn/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccessUnproven } from './refusals.js';
import { RightsLease } from './rights-lease.js';

/** What a lease is for, and the waits for one, as this process has them. */
const TTL_MS = patient(1_000);
const WAITS_MS = 2 * patient(400);

/** A gateway that knows rights as far as the spec says, with a clock of its own. */
interface Gateway {
  readonly lease: RightsLease;
  readonly stop: AbortController;
  knows: Position;
  proves: boolean;
  now: number;
}

describe('the lease of rights', () => {
  let folder: string;
  let registers: Registers;
  let serverNow: number;
  let gateways: Gateway[];

  beforeEach(() => {
    jest.useFakeTimers();
    folder = mkdtempSync(join(tmpdir(), 'cairn-rights-'));
    serverNow = Date.now();
    registers = openSqliteRegisters({ path: join(folder, 'registers.db'), clock: { now: () => serverNow } });
    gateways = [];
  });
  afterEach(async () => {
    for (const { stop } of gateways) stop.abort();
    await Promise.all(gateways.map(({ lease }) => lease.stopped()));
    jest.useRealTimers();
    await registers.close();
    rmSync(folder, { recursive: true });
  });

  const gateway = async (knows: Position, starts = true): Promise<Gateway> => {
    const made = { stop: new AbortController(), knows, proves: true, now: 0 };
    const one: Gateway = Object.assign(made, {
      lease: new RightsLease({
        registers,
        holder: `gateway-${gateways.length}`,
        prove: async () => {
          if (!made.proves) throw new AccessUnproven();
          return made.knows;
        },
        position: () => made.knows,
        logger: createLogger('silent'),
        monotonic: () => made.now,
      }),
    });
    gateways.push(one);
    if (starts) await one.lease.start(one.stop.signal);
    return one;
  };
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms).then(() => undefined);
  const leases = async (): Promise<readonly ListedRegister[]> => registers.list('rights:');

  it('law 2: a write is everywhere when every lease has reached it', async () => {
    const [first, second] = [await gateway('0005'), await gateway('0003')];
    first.now = 1;
    let isEverywhere: boolean | undefined;
    const everywhere = first.lease.everywhere('0005', 60_000).then((told) => (isEverywhere = told));
    await pass(30);
    expect(isEverywhere).toBeUndefined();
    second.knows = '0005';
    second.lease.moved();
    await pass(10);
    expect(await everywhere).toBe(true);
  });

  it('law 2: is not everywhere while a gateway with a lease does not know it', async () => {
    const [first, second] = [await gateway('0005'), await gateway('0003')];
    const asked = first.lease.everywhere('0005', 40);
    await pass(20);
    first.now = 50;
    await pass(10);
    expect(await asked).toBe(false);
    second.knows = '0007';
    second.lease.moved();
    await pass(0);
    expect(await first.lease.everywhere('0005', 1_000)).toBe(true);
  });

  it('S18: a gateway that cannot prove its rights loses its lease, is not waited for, and grants nothing', async () => {
    const [first, lost] = [await gateway('0005'), await gateway('0003')];
    lost.proves = false;
    lost.now = TTL_MS + 1;
    await expect(lost.lease.assure()).rejects.toBeInstanceOf(AccessUnproven);
    expect(lost.lease.leftMs()).toBeLessThanOrEqual(0);
    serverNow += TTL_MS + 1;
    expect(await leases()).toHaveLength(0);
    expect(await first.lease.everywhere('0005', 1_000)).toBe(true);
  });

  it('S18: its own time is over before the time in the registers is', async () => {
    const slow = await gateway('0003', false);
    const put = registers.put.bind(registers);
    registers.put = async (...given) => {
      slow.now += 600;
      return put(...given);
    };
    await slow.lease.start(slow.stop.signal);
    expect(slow.lease.leftMs()).toBe(TTL_MS - 600);
    registers.put = put;
  });

  it('is had again when it can be proved again', async () => {
    const one = await gateway('0003');
    one.now = 5 * TTL_MS;
    await one.lease.assure();
    expect(one.lease.leftMs()).toBe(TTL_MS);
  });

  it('that came too late is taken once more, for there is one to be had, and not for ever', async () => {
    const one = await gateway('0003');
    const put = registers.put.bind(registers);
    const late = (times: number): void => {
      let left = times;
      registers.put = async (...given) => {
        if ((left -= 1) >= 0) one.now += 1.5 * TTL_MS;
        return put(...given);
      };
      one.now += 5 * TTL_MS;
    };
    late(1);
    await one.lease.assure();
    expect(one.lease.leftMs()).toBe(TTL_MS);
    late(2);
    await expect(one.lease.assure()).rejects.toBeInstanceOf(AccessUnproven);
    registers.put = put;
  });

  it('S18: that cannot be had just now is told after two waits, and is there for who asks later', async () => {
    const one = await gateway('0003');
    const put = registers.put.bind(registers);
    const answered = new AbortController();
    registers.put = async (...given) => {
      await pause(60_000, answered.signal);
      return put(...given);
    };
    one.now += 5 * TTL_MS;
    let refused: unknown;
    const told = one.lease.assure().catch((error: unknown) => (refused = error));
    await pass(WAITS_MS - 1);
    expect(refused).toBeUndefined();
    await pass(1);
    expect(await told).toBeInstanceOf(AccessUnproven);
    registers.put = put;
    answered.abort();
    await one.lease.assure();
    expect(one.lease.leftMs()).toBe(TTL_MS);
  });

  it('is started again when the store was away', async () => {
    const one = await gateway('0003', false);
    const put = jest.spyOn(registers, 'put').mockRejectedValueOnce(new Error('away'));
    await expect(one.lease.start(one.stop.signal)).rejects.toThrow('away');
    expect(one.lease.leftMs()).toBeLessThan(0);
    await one.lease.start(one.stop.signal);
    expect(one.lease.leftMs()).toBe(TTL_MS);
    put.mockRestore();
  });

  it('is given up at the end', async () => {
    const one = await gateway('0003');
    expect(await leases()).toHaveLength(1);
    one.stop.abort();
    await one.lease.stopped();
    expect(await leases()).toHaveLength(0);
  });
});
