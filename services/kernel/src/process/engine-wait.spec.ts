import { setPatience } from '../clock/patience.js';
import { DocumentsUnavailable } from '../documents/port.js';
import { CairnError } from '../errors/cairn-error.js';
import { LargeDataUnavailable, LogRefused, LogUnavailable } from '../eventlog/port.js';
import { PublisherUnavailable } from '../publisher/port.js';
import { RegistersUnavailable } from '../registers/port.js';
import { readConfig } from '../config/index.js';
import { VaultUnavailable } from '../vault/port.js';
import { untilEnginesAnswer } from './engine-wait.js';
import { EngineAway, StartError } from './start-error.js';

const NAMED = {
  CAIRN_EVENTSTOREDB_URL: 'esdb://h:1',
  CAIRN_MONGODB_URL: 'mongodb://m:1/cairn',
  CAIRN_VAULT_MONGODB_URL: 'mongodb://someone:secret@m:1/vault',
  CAIRN_KAFKA_BROKERS: 'k:1',
} as const;

/** As it comes through another layer, such as the proof of rights. */
class Wrapped extends CairnError {
  override readonly transient = true;
}

describe('a start that asks its engines', () => {
  let lines: (readonly [atSeconds: number, facts: object])[];
  beforeEach(() => {
    setPatience(1);
    jest.useFakeTimers();
    lines = [];
  });
  afterEach(() => void jest.useRealTimers());

  /** Seconds since the start began. */
  const now = (): number => Math.round((performance.now() - began) / 1000);
  let began: number;
  const starting = (settings: Readonly<Record<string, string>>) => ({
    config: readConfig(settings),
    logger: { warn: (facts: object) => void lines.push([now(), facts]) },
  });

  /** An engine that answers after so many seconds. Tells what became of the start, and when. */
  const outcomeOf = async (
    error: () => Error,
    answersAfterSeconds: number,
    settings: Readonly<Record<string, string>> = NAMED,
  ) => {
    began = performance.now();
    const start = untilEnginesAnswer(starting(settings), async () => {
      if (now() < answersAfterSeconds) throw error();
      return 'answered';
    }).then(
      (outcome: unknown) => ({ outcome, atSeconds: now() }),
      (outcome: unknown) => ({ outcome, atSeconds: now() }),
    );
    await jest.advanceTimersByTimeAsync(700_000);
    return start;
  };

  it('goes on when an engine answers later, and says every five seconds what it waits for', async () => {
    const away = new LogUnavailable('EventStoreDB at h:1 does not answer');
    const { outcome, atSeconds } = await outcomeOf(() => away, 12);
    expect([outcome, atSeconds]).toEqual(['answered', 12]);
    expect(lines).toEqual(
      [0, 5, 10].map((seconds) => [
        seconds,
        { err: away, setting: 'CAIRN_EVENTSTOREDB_URL', waitedSeconds: seconds },
      ]),
    );
  });

  it('says nothing where all answer', async () => {
    await outcomeOf(() => new Error(), 0);
    expect(lines).toEqual([]);
  });

  it.each<readonly [keyof typeof NAMED, new (message: string) => Error]>([
    ['CAIRN_EVENTSTOREDB_URL', LogUnavailable],
    ['CAIRN_MONGODB_URL', DocumentsUnavailable],
    ['CAIRN_MONGODB_URL', RegistersUnavailable],
    ['CAIRN_VAULT_MONGODB_URL', VaultUnavailable],
    ['CAIRN_KAFKA_BROKERS', PublisherUnavailable],
  ])('ends after a minute with the engine of %s as the reason (%p)', async (setting, Unavailable) => {
    const { outcome, atSeconds } = await outcomeOf(() => new Unavailable('it is not reached.'), Infinity);
    expect(outcome).toBeInstanceOf(EngineAway);
    expect(String(outcome)).toMatch(
      new RegExp(
        `: The start waited 60 s for the engine that ${setting} names: it is not reached;[^\\n]+\\.$`,
      ),
    );
    expect(atSeconds).toBe(60);
    const linesAt = lines.slice(0, 12).map(([seconds]) => seconds);
    expect(linesAt).toEqual(Array.from({ length: 12 }, (_, index) => 5 * index));
  });

  it('names CAIRN_PATIENCE where something may have answered late, and waits by it', async () => {
    setPatience(10);
    const silent = await outcomeOf(
      () => new VaultUnavailable('it is not reached (no answer within 2000 ms).'),
      Infinity,
    );
    expect(silent.atSeconds).toBe(600);
    expect(String(silent.outcome)).toContain('waited 600 s');
    expect(String(silent.outcome)).toMatch(/where it answers, but late, set CAIRN_PATIENCE to more\.$/);
    const refused = await outcomeOf(() => new VaultUnavailable('connect ECONNREFUSED 127.0.0.1:1'), Infinity);
    expect(String(refused.outcome)).not.toContain('CAIRN_PATIENCE');
  });

  it('waits also where the engine is the cause', async () => {
    const { outcome } = await outcomeOf(() => new Wrapped('x', { cause: new LogUnavailable('away') }), 3);
    expect(outcome).toBe('answered');
  });

  it.each<readonly [string, () => Error, string]>([
    [
      'an event log that will not have its user',
      () => new LogRefused('it denies: look at the user'),
      'it denies',
    ],
    [
      'a login that MongoDB refuses',
      () =>
        new VaultUnavailable('away', {
          cause: Object.assign(new Error('Authentication failed.'), { name: 'MongoServerError', code: 18 }),
        }),
      'The engine that CAIRN_VAULT_MONGODB_URL names cannot be used (Authentication failed, MongoDB at m:1)',
    ],
  ])('ends at once for %s', async (_, error, sentence) => {
    const { outcome, atSeconds } = await outcomeOf(error, 3);
    expect(outcome).toBeInstanceOf(StartError);
    expect(outcome).not.toBeInstanceOf(EngineAway);
    expect(String(outcome)).toContain(sentence);
    expect(String(outcome)).not.toContain('secret');
    expect([atSeconds, lines]).toEqual([0, []]);
  });

  it.each<readonly [string, Error, Readonly<Record<string, string>>]>([
    ['a setting that is wrong', new StartError('set it'), NAMED],
    ['a bug', new Error('a bug'), NAMED],
    ['a disk that is full', Object.assign(new Error('ENOSPC'), { errno: -28, code: 'ENOSPC' }), NAMED],
    ['large data that are away', new LargeDataUnavailable('S3'), NAMED],
    ['an engine in this process', new LogUnavailable('the log takes no appends'), {}],
  ])('ends at once, with what was thrown, for %s', async (_, error, settings) => {
    expect(await outcomeOf(() => error, 3, settings)).toEqual({ outcome: error, atSeconds: 0 });
    expect(lines).toEqual([]);
  });
});
