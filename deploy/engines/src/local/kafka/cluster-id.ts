import { randomBytes } from 'node:crypto';

/** A new id of a Kafka cluster: 16 bytes as base64url. */
export const newClusterId = (): string => randomBytes(16).toString('base64url');
