import { createLogger } from '../logging/index.js';
import { type Registers, RegistersUnavailable } from '../registers/port.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { openErrorReports } from './counted-errors.js';
import { errorCount, errorCounts } from './counts.js';
import type { Erred, ErrorReports } from './port.js';

const erred = (told: Partial<Erred> = {}): Erred => ({
  name: 'TypeError',
  description: 'getThing was answered 500',
  where: 'getThing',
  entity: 'thing',
  entityId: '1',
  userId: 'ada',
  ...told,
});

describe('reports of errors', () => {
  let embedded: Embedded;
  let now: number;
  let failure: Error | undefined;
  let reports: ErrorReports;
  let registers: Pick<Registers, 'get' | 'compareAndSet'>;
  const open = (): ErrorReports =>
    openErrorReports({ registers, clock: { now: () => now }, logger: createLogger('silent') });
  beforeEach(() => {
    embedded = openEmbedded();
    [now, failure] = [Date.UTC(2026, 2, 1), undefined];
    registers = {
      get: async (key) => {
        if (failure !== undefined) throw failure;
        return embedded.registers.get(key);
      },
      compareAndSet: (...write) => embedded.registers.compareAndSet(...write),
    };
    reports = open();
  });
  afterEach(async () => {
    await reports.close();
    await embedded.remove();
  });
  const counts = () => errorCounts(embedded.registers);

  it('are counted by their kind, and tell whom the last one met', async () => {
    reports.note(erred({ requestId: 'r1' }));
    reports.note(erred({ requestId: 'r2', userId: 'bob', entityId: '2' }));
    await reports.flush();
    now += 5000;
    reports.note(erred({ userId: '' }));
    reports.note(erred({ where: 'listThings' }));
    await reports.flush();
    const found = await counts();
    expect(found.map(({ count }) => count).sort()).toEqual([1, 3]);
    const often = found.find(({ count }) => count === 3);
    const { where: _where, ...kind } = erred();
    expect(often).toEqual({
      ...kind,
      id: often?.id,
      userId: '',
      requestId: 'r2',
      count: 3,
      firstAt: '2026-03-01T00:00:00.000Z',
      lastAt: '2026-03-01T00:00:05.000Z',
    });
    expect(await errorCount(embedded.registers, often?.id ?? '')).toEqual(often);
  });

  it('are counted by processes together, whoever is first', async () => {
    const others = Array.from({ length: 4 }, open);
    for (let turn = 0; turn < 10; turn += 1) {
      for (const other of others) other.note(erred());
      await Promise.all(others.map((other) => other.flush()));
    }
    expect(await counts()).toMatchObject([{ count: 40 }]);
    for (const other of others) await other.close();
  });

  it('wait while the registers are away, so many kinds, and hold nobody up', async () => {
    failure = new RegistersUnavailable('away');
    for (let n = 0; n < 510; n += 1) reports.note(erred({ where: `w${n}` }));
    reports.note(erred({ where: 'w0' }));
    await reports.flush();
    expect([reports.dropped, (await counts()).length]).toEqual([10, 0]);
    failure = undefined;
    await reports.flush();
    const found = await counts();
    expect(found).toHaveLength(500);
    expect(found.filter(({ count }) => count === 2)).toHaveLength(1);
  });

  it('are let go of where the registers refuse them for another reason', async () => {
    failure = new TypeError('no such register');
    reports.note(erred());
    await reports.flush();
    failure = undefined;
    reports.note(erred({ where: 'listThings' }));
    await reports.flush();
    expect([reports.dropped, (await counts()).length]).toEqual([1, 1]);
  });

  it('are written by the end of the process', async () => {
    reports.note(erred());
    await reports.close();
    expect(await counts()).toHaveLength(1);
  });
});
