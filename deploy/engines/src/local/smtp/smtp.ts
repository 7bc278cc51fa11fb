import { ownProgram } from '../../process/own-program.js';
import type { LocalKind } from '../local-engine.js';

const PRODUCT = 'SMTP sink (npm smtp-server)';

/** Takes every mail and keeps it as a file; `folder` is the folder of `.eml` itself. */
export const smtp: LocalKind = {
  name: 'smtp',
  product: PRODUCT,
  program: async ({ folder, port, environment }) => ({
    ...ownProgram('smtp-sink'),
    environment: { CAIRN_SINK_PORT: String(port), CAIRN_SINK_FOLDER: folder, ...environment },
    url: `smtp://127.0.0.1:${port}`,
    isReady: ({ printed }) => printed.includes(`${PRODUCT} listening on 127.0.0.1:${port}`),
  }),
};
