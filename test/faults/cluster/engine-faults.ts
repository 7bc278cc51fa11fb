import type { EngineName, RunningEngine } from '@cairn/engines';
import { Proxy } from '../../support/proxy.js';
import type { Engines } from '../../support/topologies/cluster.js';

/** Proxies in front of the engines that bear one, and the variables that lead Cairn through them. */
export interface Proxied {
  readonly proxies: Readonly<Partial<Record<EngineName, Proxy>>>;
  readonly variables: Readonly<Record<string, string>>;
}

/** Kafka tells its clients where it is, so that nothing can stand in between: it is stopped and frozen itself. */
export const throughProxies = async ({ eventstoredb, mongodb, s3, smtp }: Engines): Promise<Proxied> => {
  const [log, documents, blobs, mail] = await Promise.all(
    [eventstoredb, mongodb, s3, smtp].map((engine) => Proxy.before(new URL(engine.url).host)),
  );
  const mongo = (database: string): string =>
    `mongodb://${documents!.address}/${database}?directConnection=true`;
  return {
    proxies: { eventstoredb: log!, mongodb: documents!, s3: blobs!, smtp: mail! },
    variables: {
      CAIRN_EVENTSTOREDB_URL: `esdb://${log!.address}?tls=false`,
      CAIRN_MONGODB_URL: mongo('cairn'),
      CAIRN_VAULT_MONGODB_URL: mongo('cairn_vault'),
      CAIRN_S3_URL: `http://${blobs!.address}`,
      CAIRN_SMTP_URL: `smtp://${mail!.address}`,
    },
  };
};

/** What happens to an engine, and how it is over. */
export interface EngineFault {
  readonly name: string;
  begin(engine: RunningEngine, proxy: Proxy | undefined): Promise<void>;
  end(engine: RunningEngine, proxy: Proxy | undefined): Promise<void>;
}

const between = (name: string, fault: Proxy['fault']): EngineFault => ({
  name,
  begin: async (_, proxy) => {
    if (proxy !== undefined) proxy.fault = fault;
  },
  end: async (_, proxy) => {
    if (proxy !== undefined) proxy.fault = { kind: 'none' };
  },
});

export const killed: EngineFault = {
  name: 'killed',
  begin: (engine) => engine.kill(),
  end: (engine) => engine.again(),
};
export const frozen: EngineFault = {
  name: 'frozen',
  begin: (engine) => engine.signal('SIGSTOP'),
  end: (engine) => engine.signal('SIGCONT'),
};
export const reset = between('connections reset', { kind: 'reset' });
export const halfOpen = between('connections half open', { kind: 'half-open' });
export const late = between('20 ms late', { kind: 'latency', ms: 20 });
export const slow = between('slow', { kind: 'slow', bytesPerSecond: 200_000 });
export const answersLost = between('does it, then loses the answer', { kind: 'lose-answers', afterMs: 50 });
