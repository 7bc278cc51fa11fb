import type { EngineName } from '../engine.js';
import { eventstoredb } from './eventstoredb/eventstoredb.js';
import { kafka } from './kafka/kafka.js';
import type { LocalKind } from './local-engine.js';
import { mongodb } from './mongodb/mongodb.js';
import { s3 } from './s3/s3.js';
import { smtp } from './smtp/smtp.js';

/** What runs for each engine where there is no Docker. */
export const localKinds: Readonly<Record<EngineName, LocalKind>> = { eventstoredb, mongodb, kafka, s3, smtp };
