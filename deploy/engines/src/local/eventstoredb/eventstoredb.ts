import { join } from 'node:path';
import { ownProgram } from '../../process/own-program.js';
import type { LocalKind } from '../local-engine.js';

const PRODUCT = 'EventStoreDB protocol double';

/** There is no EventStoreDB outside its images: a program of ours that speaks its protocol, with its log in a file. */
export const eventstoredb: LocalKind = {
  name: 'eventstoredb',
  product: PRODUCT,
  program: async ({ folder, port, environment }) => ({
    ...ownProgram('eventstoredb-double'),
    environment: {
      CAIRN_DOUBLE_PORT: String(port),
      CAIRN_DOUBLE_FILE: join(folder, 'events.log'),
      CAIRN_DOUBLE_STOP_MS: '0',
      ...environment,
    },
    url: `esdb://127.0.0.1:${port}?tls=false`,
    isReady: ({ printed }) => printed.includes(`${PRODUCT} listening on 127.0.0.1:${port}`),
  }),
};
