export type { KafkaOptions } from './connection.js';
export { openKafkaPublisher } from './kafka-publisher.js';
