import { type Journal, JournalUnavailable, NOTHING } from '@cairn/kernel';
import { journalOf } from './journal-of.js';

const away = async (): Promise<never> => Promise.reject(new JournalUnavailable('away'));
const empty = async () => NOTHING;
const told = (journal: Pick<Journal, 'accesses' | 'errors'>) => journalOf(journal, 'ada', 100);

describe('what the journal tells of a person', () => {
  it('is asked for the newest of that person', async () => {
    const asked: unknown[] = [];
    const list = async (...wanted: unknown[]) => {
      asked.push(wanted);
      return NOTHING;
    };
    await told({ accesses: list, errors: list });
    const newest = [{ userId: 'ada' }, { limit: 100, sort: '-created_at' }];
    expect(asked).toEqual([newest, newest]);
  });

  it('is nothing, and said to be nothing, while it cannot be read', async () => {
    expect(await told({ accesses: away, errors: empty })).toEqual({
      errors: [],
      access_logs: [],
      unavailable: ['access_logs'],
    });
    expect(await told({ accesses: empty, errors: empty })).toEqual({ errors: [], access_logs: [] });
  });

  it('hides no other failure', async () => {
    const broken = async (): Promise<never> => Promise.reject(new Error('broken'));
    await expect(told({ accesses: broken, errors: empty })).rejects.toThrow('broken');
  });
});
