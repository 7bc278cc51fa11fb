/**
 * The peer of B1 on the cluster: plain express over the drivers of the same engines, an event appended to a stream of its
 * own and the record upserted with `w: majority`, without authentication. `express-engines.ts <eventstoredb> <mongodb>`.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import express from 'express';
import { MongoClient } from 'mongodb';

const [eventStoreUrl = '', mongoUrl = ''] = process.argv.slice(2);
const events = EventStoreDBClient.connectionString(eventStoreUrl);
const mongo = new MongoClient(mongoUrl);
const datasets = mongo
  .db('bare')
  .collection<{ _id: string }>('datasets', { writeConcern: { w: 'majority' } });

const app = express();
app.use(express.json());
app.post('/api/v1/datasets', async (request, response) => {
  const id = randomUUID();
  const now = new Date().toISOString();
  const record = { id, created_at: now, updated_at: now, ...(request.body as object) };
  await events.appendToStream(`bare-${id}`, jsonEvent({ type: 'DatasetCreated', data: record }), {
    expectedRevision: NO_STREAM,
  });
  await datasets.updateOne({ _id: id }, { $set: record }, { upsert: true });
  response.status(201).location(`/api/v1/datasets/${id}`).json(record);
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => {
  void Promise.all([mongo.close(), events.dispose()]).then(() => process.exit(0));
});
