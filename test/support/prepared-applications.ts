import { randomUUID } from 'node:crypto';
import { administrator } from './people.js';
import type { Preparation } from './preparation.js';
import type { ServedCairn } from './topology.js';

const anApplication = async (cairn: ServedCairn): Promise<string> => {
  const { client } = await administrator(cairn);
  const { body } = await client.call('createApplication', {
    body: { name: `an application ${randomUUID()}` },
  });
  return body.id;
};
const ofApplication: Preparation = async (cairn) => ({ params: { id: await anApplication(cairn) } });

/** Each operation on one of its own: names are unique, and what is deleted is gone. */
export const ofApplications: Readonly<Record<string, Preparation>> = {
  getApplication: ofApplication,
  listApplicationHistory: ofApplication,
  deleteApplication: ofApplication,
  updateApplication: async (cairn) => {
    const id = await anApplication(cairn);
    return { body: { id, disabled: true }, params: { id } };
  },
  restoreApplication: async (cairn) => {
    const id = await anApplication(cairn);
    await (await administrator(cairn)).client.call('deleteApplication', { params: { id } });
    return { params: { id } };
  },
  revertApplication: async (cairn) => {
    const id = await anApplication(cairn);
    await (await administrator(cairn)).client.call('updateApplication', { body: { id, disabled: true } });
    return { params: { id }, body: { revision: 1 } };
  },
};
