import { randomUUID } from 'node:crypto';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { documentsConformance } from '../conformance.js';
import { openMongoDocuments } from './documents.js';

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine('mongodb');
}, 600_000);
afterAll(() => engine.stop());

/** A database of its own on the same server. */
const newUrl = (): string => {
  const url = new URL(engine.url);
  url.pathname = `/documents-${randomUUID().slice(0, 18)}`;
  return url.href;
};

documentsConformance('MongoDB', async () => {
  const url = newUrl();
  return { documents: await openMongoDocuments({ url }), reopen: () => openMongoDocuments({ url }) };
});
