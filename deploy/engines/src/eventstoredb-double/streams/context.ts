import type { Metadata } from '@grpc/grpc-js';
import type { Connections } from '../connections.js';
import { underFaults, type FaultPlan, type Operation } from '../faults.js';
import type { EventLog } from '../log/event-log.js';
import type { Release } from '../release.js';
import { notReady, unauthenticated } from '../wire/refusal.js';
import type { OpenCalls } from './open-calls.js';
import type { Subscriptions } from './subscriptions.js';

/** What the calls of the streams service work on. */
export interface ServiceContext {
  readonly log: EventLog;
  readonly faults: FaultPlan;
  readonly connections: Connections;
  readonly subscriptions: Subscriptions;
  readonly calls: OpenCalls;
  readonly settings: ServiceSettings;
}

interface ServiceSettings {
  /** Largest append in bytes of data. */
  readonly maximumAppendBytes: number;
  /** Which release of the server it behaves as. */
  readonly release: Release;
  /** How many events may wait for a live subscription's client. */
  readonly liveBufferEvents: number;
  /** When an append is answered that was dropped, since the same one was under way. */
  readonly commitTimeoutMs: number;
  /** The `authorization` header that calls must carry, when they must carry one. */
  readonly authorization?: string;
}

/** What of a call decides whether it may be made and how it can break. */
interface Caller {
  readonly metadata: Metadata;
  getPeer(): string;
}

/** Does what a call of the streams service asks for, when the call may, under the faults that strike it. */
export const perform = async <T>(
  context: ServiceContext,
  operation: Operation,
  caller: Caller,
  action: () => Promise<T>,
): Promise<T> => {
  authenticate(context.settings, caller.metadata);
  if (WRITES.includes(operation) && takesNoWrites(context)) throw notReady();
  return performForAll(context, operation, caller, action);
};

/** As `perform`, for calls that everyone may make. */
export const performForAll = <T>(
  { connections, faults }: ServiceContext,
  operation: Operation,
  caller: Caller,
  action: () => Promise<T>,
): Promise<T> => underFaults(faults, operation, () => connections.reset(caller.getPeer()), action);

const WRITES: readonly Operation[] = ['append', 'delete', 'tombstone'];

/** 24.x takes no write once its stop has begun; 23.10 goes on until it ends. */
export const takesNoWrites = ({ calls, settings }: ServiceContext): boolean =>
  calls.stopping && settings.release !== '23.10';

/** Refuses a call that does not carry the credentials that are asked for. */
const authenticate = ({ authorization }: ServiceSettings, metadata: Metadata): void => {
  if (authorization !== undefined && metadata.get('authorization')[0] !== authorization)
    throw unauthenticated();
};
