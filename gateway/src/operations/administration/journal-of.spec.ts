import { JournalUnavailable, NOTHING } from '@cairn/kernel';
import { journalOf } from './journal-of.js';

describe('what the journal tells of a person', () => {
  it('is asked for the newest of that person', async () => {
    const asked: unknown[] = [];
    const accesses = async (...wanted: unknown[]) => {
      asked.push(wanted);
      return NOTHING;
    };
    expect(await journalOf({ accesses }, 'ada', 100)).toEqual({ access_logs: [] });
    expect(asked).toEqual([[{ userId: 'ada' }, { limit: 100, sort: '-created_at' }]]);
  });

  it('is nothing, and said to be nothing, while it cannot be read', async () => {
    const accesses = async (): Promise<never> => Promise.reject(new JournalUnavailable('away'));
    expect(await journalOf({ accesses }, 'ada', 100)).toEqual({
      access_logs: [],
      unavailable: ['access_logs'],
    });
  });

  it('hides no other failure', async () => {
    const accesses = async (): Promise<never> => Promise.reject(new Error('broken'));
    await expect(journalOf({ accesses }, 'ada', 100)).rejects.toThrow('broken');
  });
});
