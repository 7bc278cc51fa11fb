import type { PlainRequest } from '@cairn/client';
import type { ServedCairn } from './topology.js';
import type { World } from './world.js';

/** What must be there for an operation to succeed, and what its request says of that. */
export type Preparation = (cairn: ServedCairn, world: World) => Promise<Partial<PlainRequest>>;

/** Deletes what is to be restored. */
export const deleted = async (world: World, path: string, params = {}): Promise<void> => {
  await world.person.client.send({ method: 'DELETE', path, params });
};

/** Changes what is to be reverted and answers the revision of that. */
export const changed = async ({ person }: World, path: string): Promise<Partial<PlainRequest>> => {
  const response = await person.client.send({ method: 'PUT', path, body: { description: 'changed' } });
  return { body: { revision: Number(response.headers.get('x-revision')) } };
};
