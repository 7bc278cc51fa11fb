import type autocannon from 'autocannon';
import { administrator } from '../../support/people.js';
import { oneMachine } from '../../support/topology.js';
import { throughput } from '../http-load.js';
import { paired, type Side } from '../measuring.js';
import { Mlflow, mlflowMissing } from '../peers/mlflow.js';
import { cairnServer } from '../registries/cairn.js';
import { mlflowServer } from '../registries/mlflow.js';
import { CONNECTIONS, METRICS, PAGE, type Server } from '../registries/registry.js';
import type { Bound, Line, Row, Settings } from '../row.js';

const ABOUT = 'a model registry: write, read and list beside MLflow on SQLite';

type Work = (server: Server) => readonly autocannon.Request[];

/** Sequences of requests a second. */
const side = (server: Server, work: Work, seconds: number): Side => ({
  name: server.name,
  rate: async () => {
    const { baseUrl: url, headers } = server;
    const requests = work(server);
    const rate = await throughput({ url, connections: CONNECTIONS, seconds, headers, requests });
    return rate / requests.length;
  },
});

interface Compared {
  readonly what: string;
  readonly work: Work;
  readonly seconds: number;
  readonly bound: Bound;
}

const compared = async (
  [ours, theirs]: readonly [Server, Server],
  { what, work, seconds, bound }: Compared,
  rounds: number,
): Promise<Line> => {
  const sides = [side(ours, work, seconds), side(theirs, work, seconds)] as const;
  for (const each of sides) await each.rate();
  const { ratio, ...rates } = await paired(...sides, rounds);
  return {
    row: 'B4',
    measured: `${what}: Cairn ÷ MLflow`,
    ratio,
    bound,
    details: { ours_per_second: rates.ours, peer_per_second: rates.peer },
  };
};

const WRITE = `create a model, a version and ${METRICS} metrics, ${CONNECTIONS} connections`;

const lines = async (
  servers: readonly [Server, Server],
  { quick, rounds, seconds }: Settings,
): Promise<readonly Line[]> => {
  const bound = { floor: 10, goal: 50 };
  // A sequence takes MLflow half a second: fewer runs, of twice the length.
  const writing = { what: WRITE, work: ({ write }: Server) => write, seconds: 2 * seconds, bound };
  const reading = { what: 'read a version', work: ({ get }: Server) => [get], seconds, bound };
  const found = [await compared(servers, writing, rounds / 2), await compared(servers, reading, rounds)];
  for (const versions of quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]) {
    for (const server of servers) await server.fillTo(versions);
    const what = `the first ${PAGE} of ${versions} versions (MLflow's copied into its file)`;
    const listing = { what, work: ({ list }: Server) => [list], seconds, bound: { floor: 10, goal: 100 } };
    found.push(await compared(servers, listing, rounds / 2));
  }
  return found;
};

/** B4: a registry of models beside the one that most people know, each with its own bulk call, both on SQLite. */
export const modelRegistry: Row = {
  name: 'B4',
  about: ABOUT,
  measure: async (settings) => {
    const missing = mlflowMissing();
    if (missing !== undefined)
      return [{ row: 'B4', measured: ABOUT, note: `not run: MLflow, install it with \`${missing}\`` }];
    const mlflow = await Mlflow.start();
    const cairn = await oneMachine.start();
    try {
      const ours = await cairnServer(cairn.baseUrl, await administrator(cairn));
      return await lines([ours, await mlflowServer(mlflow)], settings);
    } finally {
      await Promise.all([mlflow.end(), cairn.remove()]);
    }
  },
};
