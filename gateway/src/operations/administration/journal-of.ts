import type { AccessLog, AdminUserInfo, ErrorLog } from '@cairn/contracts';
import { type Journal, JournalUnavailable, type Page } from '@cairn/kernel';

type Told = Pick<AdminUserInfo, 'errors' | 'access_logs' | 'unavailable'>;

/**
 * What was answered to a person last, and what went wrong with it. A journal that cannot be read now is told of: it keeps
 * nobody from mending what locks a person out.
 */
export const journalOf = async (
  journal: Pick<Journal, 'accesses' | 'errors'>,
  userId: string,
  most: number,
): Promise<Told> => {
  const newest = { limit: most, sort: '-created_at' };
  const [errors, accesses] = await Promise.all([
    unlessAway<ErrorLog>(journal.errors({ userId }, newest)),
    unlessAway<AccessLog>(journal.accesses({ userId }, newest)),
  ]);
  const unavailable = [
    ...(errors === undefined ? (['errors'] as const) : []),
    ...(accesses === undefined ? (['access_logs'] as const) : []),
  ];
  return {
    errors: [...(errors ?? [])],
    access_logs: [...(accesses ?? [])],
    ...(unavailable.length === 0 ? {} : { unavailable }),
  };
};

const unlessAway = async <Entry>(asked: Promise<Page<Entry>>): Promise<readonly Entry[] | undefined> => {
  try {
    return (await asked).elements;
  } catch (error) {
    if (error instanceof JournalUnavailable) return undefined;
    throw error;
  }
};
