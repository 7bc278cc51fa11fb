import { Kafka, KafkaJSError, logLevel } from 'kafkajs';

const ANSWER_TIMEOUT_MS = 1_000;

/** Asks the broker whether it serves the cluster of this id: a foreign one on the port has another. */
export const servesCluster = (clusterId: string, port: number) => async (): Promise<boolean> => {
  const admin = new Kafka({
    brokers: [`127.0.0.1:${port}`],
    connectionTimeout: ANSWER_TIMEOUT_MS,
    requestTimeout: ANSWER_TIMEOUT_MS,
    retry: { retries: 0 },
    logLevel: logLevel.NOTHING,
  }).admin();
  try {
    await admin.connect();
    const cluster = await admin.describeCluster();
    return cluster.clusterId === clusterId && cluster.brokers.length === 1;
  } catch (error) {
    if (error instanceof KafkaJSError) return false;
    throw error;
  } finally {
    await admin.disconnect();
  }
};
