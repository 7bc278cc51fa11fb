import { LogUnavailable } from '../eventlog/port.js';
import { createLogger } from './pino-logger.js';

interface Line {
  readonly msg: string;
  readonly outage?: string;
  readonly hits?: number;
  readonly seconds?: number;
  readonly err?: { readonly stack: string };
}

describe('a log while an engine is away', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const logged = () => {
    const texts: string[] = [];
    const logger = createLogger('info', { write: (text: string) => void texts.push(text) });
    return { logger, lines: () => texts.map((text) => JSON.parse(text) as Line), texts };
  };

  it('has one line with a stack, then one a second, then a summary', () => {
    const { logger, lines, texts } = logged();
    const hits = 5 * 60;
    for (let count = 0; count < hits; count += 1) {
      logger.child({ service: 'datasets' }).error({ err: new LogUnavailable('away') }, 'a request failed');
      jest.advanceTimersByTime(200);
    }
    expect(lines()[0]).toMatchObject({ outage: 'LogUnavailable', err: { stack: expect.any(String) } });
    expect(lines().length).toBeLessThanOrEqual(61);
    expect(
      lines()
        .slice(1)
        .every(({ err }) => err === undefined),
    ).toBe(true);
    expect(texts.join('').length).toBeLessThan(20_000);
    jest.advanceTimersByTime(10_000);
    expect(lines().at(-1)).toMatchObject({
      msg: 'an outage is over',
      outage: 'LogUnavailable',
      hits,
      seconds: 60,
    });
    logger.error({ err: new LogUnavailable('away') }, 'a request failed');
    expect(lines().at(-1)).toMatchObject({ err: { stack: expect.any(String) } });
  });

  it('tells everything else as it is', () => {
    const { logger, lines } = logged();
    for (let count = 0; count < 3; count += 1) logger.error({ err: new Error('a bug') }, 'a request failed');
    logger.error({ err: Object.assign(new Error(), { name: 'XUnavailable' }) }, 'a request failed');
    logger.warn({ ip: '192.0.2.1' }, 'refused');
    expect(lines().map(({ msg, err }) => [msg, err !== undefined])).toEqual([
      ['a request failed', true],
      ['a request failed', true],
      ['a request failed', true],
      ['a request failed', true],
      ['refused', false],
    ]);
  });
});
