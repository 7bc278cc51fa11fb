export interface Broker {
  readonly port: number;
  readonly controllerPort: number;
  /** Its data lie in `data` below. */
  readonly folder: string;
}

/** One broker alone, quick to start, with small segments and caches, and with timings for tests. */
export const BROKER_SETTINGS: Readonly<Record<string, string>> = {
  'num.partitions': '1',
  'offsets.topic.num.partitions': '1',
  'offsets.topic.replication.factor': '1',
  'transaction.state.log.num.partitions': '1',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'group.initial.rebalance.delay.ms': '0',
  'group.min.session.timeout.ms': '1000',
  'auto.create.topics.enable': 'false',
  'num.network.threads': '2',
  'num.io.threads': '2',
  'background.threads': '2',
  'num.recovery.threads.per.data.dir': '1',
  'log.segment.bytes': '16777216',
  'log.index.size.max.bytes': '1048576',
  'log.cleaner.dedupe.buffer.size': '8388608',
  'broker.heartbeat.interval.ms': '200',
  'broker.session.timeout.ms': '1000',
  'log.retention.check.interval.ms': '500',
  'log.initial.task.delay.ms': '500',
  'log.cleaner.backoff.ms': '200',
  'log.segment.delete.delay.ms': '500',
};

/** `server.properties` of a broker on 127.0.0.1 that is its own controller. */
export const serverProperties = ({ port, controllerPort, folder }: Broker): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': `${folder}/data`,
    ...BROKER_SETTINGS,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
