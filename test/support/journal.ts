import { randomUUID } from 'node:crypto';
import { type ErrorLog, exampleError } from '@cairn/contracts';
import { administrator, type Person } from './people.js';
import type { ServedCairn } from './topology.js';

const HOUR_MS = 3_600_000;

/** Lets an error have come so many hours ago, and waits until there is a record of it. */
export const keepErrorOf = async (cairn: ServedCairn, error: ErrorLog, hours = 0): Promise<void> => {
  const at = new Date(Date.now() - hours * HOUR_MS).toISOString();
  await cairn.inside.countError({ ...error, created_at: at, updated_at: at });
  const { client } = await administrator(cairn);
  const isRecorded = async (): Promise<boolean> => {
    const { body } = await client.call('listErrors', { query: { user_id: error.user_id } });
    return body.some(({ id }) => id === error.id);
  };
  while (!(await isRecorded()));
};

/** Keeps three errors that met somebody in the last three hours. Answers when, which is after all that was made before. */
export const keepErrorsOf = async (cairn: ServedCairn, { id }: Person): Promise<string> => {
  const keeping = [3, 2, 1].map((hours) =>
    keepErrorOf(cairn, { ...exampleError, id: randomUUID(), user_id: id }, hours),
  );
  await Promise.all(keeping);
  return new Date().toISOString();
};

/** What narrows the lists of the journal to what does not move any more: what is of somebody, up to a time. */
export const stillIn = (list: string, { id }: Person, to: string): Record<string, string> => {
  if (list === 'listAccessLog') return { user_id: id, to };
  if (list === 'listOrganizationAudit') return { to };
  return list === 'listErrors' ? { user_id: id } : {};
};
