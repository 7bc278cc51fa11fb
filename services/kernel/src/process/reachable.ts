import { once } from 'node:events';
import { connect } from 'node:net';
import { patient } from '../clock/patience.js';
import { messageOf } from './start-error.js';

const CONNECT_MS = 1_000;

/** Why none of the brokers, `host:port` with commas between, takes a connection; `undefined` when one does. */
export const brokersRefusal = async (brokers: string): Promise<string | undefined> => {
  try {
    await Promise.any(brokers.split(',').map(connected));
    return undefined;
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors.map(messageOf) : [messageOf(error)];
    return `Kafka at ${brokers} takes no connection: ${reasons.join('; ')}`;
  }
};

const connected = async (broker: string): Promise<void> => {
  const colon = broker.lastIndexOf(':');
  const socket = connect({ host: broker.slice(0, colon), port: Number(broker.slice(colon + 1)) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patient(CONNECT_MS)) });
  } finally {
    socket.destroy();
  }
};
