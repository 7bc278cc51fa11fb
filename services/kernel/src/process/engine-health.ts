import { patient } from '../clock/patience.js';
import { pause } from '../clock/pause.js';
import { messageOf } from './start-error.js';
import type { OpenEngines } from './engines.js';

/** An engine behind the ports of a process. */
export type EngineName = 'event log' | 'documents' | 'registers' | 'vault' | 'blobs';

/** How one engine answers now. */
export interface EngineHealth {
  readonly engine: EngineName;
  /** Why it cannot be used, in words that anybody may read; absent while it can. */
  readonly reason?: string;
  /** What its client said, which may name addresses: for operators. */
  readonly said?: string;
}

/** An engine that says nothing for so long is away. */
const ANSWERS_WITHIN_MS = 1_000;
/** The name of no blob: whether it is there is asked of the store all the same. */
const NO_BLOB = '0'.repeat(64);

interface Probe {
  readonly engine: EngineName;
  /** Answers why the engine cannot be used; throws when it does not answer. */
  readonly ask: () => Promise<string | undefined>;
}

const probesOf = (engines: OpenEngines, readModel: string | undefined): readonly Probe[] => [
  { engine: 'event log', ask: async () => engines.refusal() ?? answered(engines.log.head()) },
  ...(readModel === undefined
    ? []
    : [
        {
          engine: 'documents' as const,
          ask: () => answered(engines.documents.checkpoint(readModel, 'live')),
        },
      ]),
  { engine: 'registers', ask: () => answered(engines.registers.get('readiness')) },
  { engine: 'vault', ask: () => engines.vault.refusal() },
  { engine: 'blobs', ask: () => answered(engines.blobs.info(NO_BLOB)) },
];

const answered = async (answer: Promise<unknown>): Promise<undefined> => {
  await answer;
  return undefined;
};

/**
 * Asks every engine of a process at once; takes a second at most, times the patience. `readModel` is a projection that was prepared: without
 * one the process uses no documents.
 */
export const engineHealth = (
  engines: OpenEngines,
  readModel: string | undefined,
): Promise<readonly EngineHealth[]> =>
  Promise.all(
    probesOf(engines, readModel).map(async ({ engine, ask }) => ({ engine, ...(await troubleOf(ask)) })),
  );

type Trouble = Pick<EngineHealth, 'reason' | 'said'>;
const SILENT = 'does not answer';

const troubleOf = async (ask: Probe['ask']): Promise<Trouble> => {
  const over = new AbortController();
  const silent = pause(patient(ANSWERS_WITHIN_MS), over.signal).then((): Trouble => ({ reason: SILENT }));
  try {
    return await Promise.race([told(ask), silent]);
  } finally {
    over.abort();
  }
};

const told = async (ask: Probe['ask']): Promise<Trouble> => {
  try {
    const reason = await ask();
    return reason === undefined ? {} : { reason };
  } catch (error) {
    return { reason: SILENT, said: messageOf(error) };
  }
};
