import { Writable } from 'node:stream';
import { DocumentsUnavailable, patient } from '@cairn/kernel';
import { notFound, Problem } from '../../problems/problem.js';
import { endWhenRefused } from './refused.js';

const SECOND_MS = 1_000;

describe('an answer under way (S18, S40)', () => {
  let response: Writable;
  let asked: number;
  let told: () => Error | undefined;
  beforeEach(() => {
    jest.useFakeTimers();
    response = new Writable({ write: (_chunk, _encoding, done) => done() });
    asked = 0;
    told = () => undefined;
    endWhenRefused(response, async () => {
      asked += 1;
      const error = told();
      if (error !== undefined) throw error;
    });
  });
  afterEach(() => {
    response.destroy();
    jest.useRealTimers();
  });
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  it('goes on, asked about each second', async () => {
    await pass(5 * SECOND_MS);
    expect([response.destroyed, asked]).toEqual([false, 5]);
  });

  it.each([notFound(), new Problem('unauthenticated'), new Problem('scope_missing')])(
    'ends within a second once it is refused: $code',
    async (refusal) => {
      await pass(1.5 * SECOND_MS);
      told = () => refusal;
      expect(response.destroyed).toBe(false);
      await pass(SECOND_MS);
      expect(response.destroyed).toBe(true);
      await pass(5 * SECOND_MS);
      expect(asked).toBe(2);
    },
  );

  it('goes on while nobody can tell for a moment, and not for long', async () => {
    told = () => new DocumentsUnavailable('away');
    await pass(patient(9 * SECOND_MS));
    expect(response.destroyed).toBe(false);
    told = () => undefined;
    await pass(SECOND_MS);
    told = () => new DocumentsUnavailable('away');
    await pass(patient(9 * SECOND_MS));
    expect(response.destroyed).toBe(false);
    await pass(patient(2 * SECOND_MS));
    expect(response.destroyed).toBe(true);
  });

  it('is asked about no more when it is over', async () => {
    response.end();
    await pass(5 * SECOND_MS);
    expect(asked).toBe(0);
  });
});
