import { type RunningEngine, startEngine } from '@cairn/engines';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { freshId, openEventStoreDb, openMongoDocuments } from '@cairn/kernel';
import { contentModel } from './testing/content-model.js';

let mongo: RunningEngine;
let double: EventStoreDbDouble;
beforeAll(async () => {
  mongo = await startEngine('mongodb');
  double = await startEventStoreDbDouble();
}, 900_000);
afterAll(async () => {
  await double.stop();
  await mongo.stop();
});

const documents = () => {
  const address = new URL(mongo.url);
  address.pathname = `/spec_${freshId().replaceAll('-', '')}`;
  return openMongoDocuments({ url: address.href });
};

contentModel('MongoDB', {
  ...{ sequences: 5, deeds: 30 },
  open: async () => ({ engines: async () => ({ documents: await documents() }) }),
});

contentModel('MongoDB and the protocol double of EventStoreDB', {
  ...{ sequences: 3, deeds: 30 },
  open: async () => ({
    engines: async () => ({
      documents: await documents(),
      log: await openEventStoreDb({ url: double.url }),
    }),
  }),
});
