const PURGE_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** When what is deleted at a time can no longer be restored (law 6); both RFC 3339. */
export const purgeAt = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + PURGE_AFTER_MS).toISOString();
