import { randomUUID } from 'node:crypto';
import type { AnyRecord } from '@cairn/contracts';
import { administrator, type Person } from './people.js';
import type { Preparation } from './preparation.js';
import { askRecord, changeOf, isAdministrators, makeRecord, operationsOf, plainRecords } from './records.js';
import type { ServedCairn } from './topology.js';
import type { World } from './world.js';

/** Each operation on one of its own: what is unique is taken, and what is deleted is gone. */
const ofRecord = (record: AnyRecord): Readonly<Record<string, Preparation>> => {
  const { get, history, remove, update, restore, revert } = operationsOf(record);
  const makerOf = async (cairn: ServedCairn, { person }: World): Promise<Person> =>
    isAdministrators(record) ? administrator(cairn) : person;
  const renamed = (id: string) => changeOf(record, id, `another ${randomUUID()}`);
  const made: Preparation = async (cairn, world) => ({
    params: { id: await makeRecord(await makerOf(cairn, world), record) },
  });
  return {
    [get.id]: made,
    [history.id]: made,
    [remove.id]: made,
    [update.id]: async (cairn, world) => {
      const id = await makeRecord(await makerOf(cairn, world), record);
      return { ...renamed(id), params: { id } };
    },
    [restore.id]: async (cairn, world) => {
      const maker = await makerOf(cairn, world);
      const params = { id: await makeRecord(maker, record) };
      await askRecord(maker, remove, { params });
      return { params };
    },
    [revert.id]: async (cairn, world) => {
      const maker = await makerOf(cairn, world);
      const id = await makeRecord(maker, record);
      await askRecord(maker, update, renamed(id));
      return { params: { id }, body: { revision: 1 } };
    },
  };
};

/** What the operations of records need. */
export const ofRecords: Readonly<Record<string, Preparation>> = Object.fromEntries(
  plainRecords.flatMap((record) => Object.entries(ofRecord(record))),
);
