import type * as Patience from './patience.js';
import { PATIENCE, patience, patient, setPatience } from './patience.js';

/** The module as a process has it that has just started. */
const started = async (variable: string | undefined): Promise<typeof Patience> => {
  const before = process.env['CAIRN_PATIENCE'];
  if (variable === undefined) delete process.env['CAIRN_PATIENCE'];
  else process.env['CAIRN_PATIENCE'] = variable;
  jest.resetModules();
  const fresh = await import('./patience.js');
  try {
    fresh.patience();
  } finally {
    if (before === undefined) delete process.env['CAIRN_PATIENCE'];
    else process.env['CAIRN_PATIENCE'] = before;
  }
  return fresh;
};

describe('patience', () => {
  it('is 1 unless the environment says otherwise', async () => {
    expect((await started(undefined)).patience()).toBe(1);
    expect((await started('')).patient(500)).toBe(500);
    expect((await started('10')).patient(500)).toBe(5_000);
  });

  it.each(['0', '11', '-1', '1.5', '1e1', 'much'])('is not %s', async (variable) => {
    await expect(started(variable)).rejects.toThrow('CAIRN_PATIENCE must be a whole number from 1 to 10');
  });

  it('is what the configuration says from then on', () => {
    for (const times of [PATIENCE.maximum, PATIENCE.minimum]) {
      setPatience(times);
      expect([patience(), patient(800)]).toEqual([times, 800 * times]);
    }
    expect(() => setPatience(0)).toThrow(RangeError);
    expect(patience()).toBe(1);
  });
});
