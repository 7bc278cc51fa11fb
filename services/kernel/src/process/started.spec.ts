import { Started } from './started.js';

describe('what was started', () => {
  let stopped: string[];
  let started: Started;
  const named = (name: string) => (): void => void stopped.push(name);
  const failing = (name: string) => async (): Promise<never> => {
    throw new Error(`${name} does not stop`);
  };
  beforeEach(() => {
    stopped = [];
    started = new Started();
  });

  it('is stopped in the reverse order, once', async () => {
    started.then(named('engines'));
    started.then(named('port'));
    await started.stop();
    await started.stop();
    expect(stopped).toEqual(['port', 'engines']);
  });

  it('R10: is stopped whatever of it fails, and all that failed is told', async () => {
    started.then(named('engines'));
    started.then(failing('the vault'));
    started.then(failing('the log'));
    started.then(named('port'));
    await expect(started.stop()).rejects.toThrow('the log does not stop; the vault does not stop');
    expect(stopped).toEqual(['port', 'engines']);
  });

  it('is stopped when the start fails, and the start says why', async () => {
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation();
    const start = Started.by(async (some) => {
      some.then(named('engines'));
      some.then(failing('the log'));
      throw new Error('the port is taken');
    });
    await expect(start).rejects.toThrow('the port is taken');
    expect(stopped).toEqual(['engines']);
    expect(warned.mock.calls.map(([warning]) => String(warning))).toEqual([
      'AggregateError: the log does not stop',
    ]);
    warned.mockRestore();
  });
});
