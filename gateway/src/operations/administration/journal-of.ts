import type { AdminUserInfo } from '@cairn/contracts';
import { type Journal, JournalUnavailable } from '@cairn/kernel';

/**
 * What was answered to a person last. A journal that cannot be read now is told of: it keeps nobody from mending what locks
 * a person out.
 */
export const journalOf = async (
  journal: Pick<Journal, 'accesses'>,
  userId: string,
  most: number,
): Promise<Pick<AdminUserInfo, 'access_logs' | 'unavailable'>> => {
  try {
    const { elements } = await journal.accesses({ userId }, { limit: most, sort: '-created_at' });
    return { access_logs: [...elements] };
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
    return { access_logs: [], unavailable: ['access_logs'] };
  }
};
