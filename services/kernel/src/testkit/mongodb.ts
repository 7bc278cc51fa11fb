import { randomUUID } from 'node:crypto';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { openMongo } from '../mongodb/index.js';

/** A MongoDB server for the specs of a file. */
export interface MongoForSpecs {
  readonly engine: RunningEngine;
  /** The address of a database on it that nobody has used. It is dropped after the last spec. */
  freshDatabase(): string;
}

export const mongoForSpecs = (): MongoForSpecs => {
  let engine: RunningEngine;
  const used: string[] = [];
  beforeAll(async () => {
    engine = await startEngine('mongodb');
  }, INSTALLING_MS);
  afterAll(async () => {
    for (const url of used) await drop(url);
    await engine.stop();
  });
  return {
    get engine() {
      return engine;
    },
    freshDatabase: () => {
      const address = new URL(engine.url);
      address.pathname = `/spec_${randomUUID().replaceAll('-', '')}`;
      used.push(address.href);
      return address.href;
    },
  };
};

/** An engine that is not there yet is compiled. */
const INSTALLING_MS = 900_000;

const drop = async (url: string): Promise<void> => {
  const connection = await openMongo({ url });
  await connection.database.dropDatabase();
  await connection.close();
};
