import { randomUUID } from 'node:crypto';
import type { Expectation, ProposedEvent } from './event.js';
import { METADATA_TYPE } from './metadata.js';

/** What the server itself writes into a new log: how long it keeps its own statistics. */
export const firstAppend = (): [
  stream: string,
  expectation: Expectation,
  events: readonly ProposedEvent[],
] => [
  '$$$stats-127.0.0.1:2113',
  'no-stream',
  [
    {
      id: randomUUID(),
      type: METADATA_TYPE,
      contentType: 'application/json',
      metadata: new Uint8Array(),
      data: Buffer.from('{"$maxAge":86400}'),
    },
  ],
];
