import { setTimeout as delay } from 'node:timers/promises';
import { ReadStall } from './read-stall.js';
import { accessDenied, notLeader, Refusal, timedOut, tooBusy } from './wire/refusal.js';
import { status } from '@grpc/grpc-js';

/** What a client can ask for. `append` is both Append and BatchAppend, of which the client chooses one. */
export const OPERATIONS = [
  'append',
  'read',
  'subscribe',
  'delete',
  'tombstone',
  'server-features',
  'gossip',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** How an answer gets lost: the connection is reset, the call alone ends as UNAVAILABLE, or nothing ever comes. */
export type Loss = 'connection' | 'call' | 'silence';

export type Fault = FaultKind & {
  /** How many operations it strikes; all of them when absent or `always`. */
  readonly count?: number | 'always';
  /** Strikes this operation alone; each when absent (`cut-subscription` strikes subscriptions in any case). */
  readonly operation?: Operation;
};

export type FaultKind =
  /** NOT_FOUND with the trailers that name the leader. */
  | { readonly kind: 'not-leader'; readonly host: string; readonly port: number }
  /** UNAVAILABLE, for a batch append too: its whole call ends. Nothing is done. */
  | { readonly kind: 'too-busy' }
  /** PERMISSION_DENIED, in a batch its AccessDenied: there are no access lists that could say so. */
  | { readonly kind: 'access-denied' }
  /** As the server refuses inside a batch: a status without known details, the call goes on. Appends alone. */
  | { readonly kind: 'busy-in-batch' }
  /** Nothing is done and nothing is ever answered: the client's deadline passes. */
  | { readonly kind: 'deadline' }
  /** The server gives up: ABORTED, in a batch its Timeout. `applied`: after it has done what was asked. */
  | { readonly kind: 'timed-out'; readonly applied?: boolean }
  /** It is done, but the answer is lost. `by` is `connection` when absent. */
  | { readonly kind: 'drop-answer'; readonly by?: Loss }
  /** The subscription breaks after so many events (0 when absent). */
  | { readonly kind: 'cut-subscription'; readonly afterEvents?: number; readonly by?: Cut }
  /** It is done so many milliseconds later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** From when it is set, reads and subscriptions that catch up wait so many milliseconds; writes go on. */
  | { readonly kind: 'stall-reads'; readonly ms: number };

/** How a subscription breaks: with its connection, as an UNAVAILABLE call, or as a call that ended well. */
export type Cut = 'connection' | 'call' | 'end';

interface ArmedFault {
  readonly fault: Fault;
  left: number;
}

/** The faults that are set, in the order in which they were. */
export class FaultPlan {
  readonly stall = new ReadStall();
  private armed: ArmedFault[] = [];

  constructor(faults: readonly Fault[] = []) {
    for (const fault of faults) this.add(fault);
  }

  add(fault: Fault): void {
    if (fault.kind === 'stall-reads') {
      this.stall.begin(fault.ms);
      return;
    }
    const { count = 'always' } = fault;
    const left = count === 'always' ? Infinity : count;
    if (left > 0) this.armed.push({ fault, left });
  }

  clear(): void {
    this.armed = [];
    this.stall.clear();
  }

  /** The faults that will still strike, with what is left of their counts. */
  list(): Fault[] {
    const ms = this.stall.leftMs();
    const armed: Fault[] = this.armed.map(({ fault, left }) => ({
      ...fault,
      count: left === Infinity ? 'always' : left,
    }));
    return ms === 0 ? armed : [...armed, { kind: 'stall-reads', ms }];
  }

  /** The first fault of this kind that strikes the operation; it is counted. */
  take<K extends Fault['kind']>(operation: Operation, kinds: readonly K[]): FaultOf<K> | undefined {
    for (const armed of this.armed) {
      const { fault } = armed;
      if (!isOneOf(fault, kinds) || (fault.operation ?? operation) !== operation) continue;
      armed.left -= 1;
      this.armed = this.armed.filter(({ left }) => left > 0);
      return fault;
    }
    return undefined;
  }
}

type FaultOf<K extends Fault['kind']> = Extract<Fault, { readonly kind: K }>;

const isOneOf = <K extends Fault['kind']>(fault: Fault, kinds: readonly K[]): fault is FaultOf<K> =>
  kinds.some((kind) => kind === fault.kind);

const READS: readonly Operation[] = ['read', 'subscribe'];

const CALL_FAULTS = [
  'not-leader',
  'too-busy',
  'access-denied',
  'deadline',
  'timed-out',
  'drop-answer',
] as const;

/** Does what was asked under the faults that strike it. `reset` breaks the connection that it came by. */
export const underFaults = async <T>(
  plan: FaultPlan,
  operation: Operation,
  reset: () => void,
  action: () => Promise<T>,
): Promise<T> => {
  if (READS.includes(operation)) await plan.stall.over();
  const late = plan.take(operation, ['delay']);
  if (late !== undefined) await delay(late.ms);
  const fault = plan.take(operation, CALL_FAULTS);
  return fault === undefined ? action() : struck(fault, reset, action);
};

const struck = async <T>(
  fault: FaultOf<(typeof CALL_FAULTS)[number]>,
  reset: () => void,
  action: () => Promise<T>,
): Promise<T> => {
  switch (fault.kind) {
    case 'deadline':
      return silence();
    case 'timed-out':
      if (fault.applied === true) await action();
      throw timedOut();
    case 'drop-answer':
      await action();
      return lose(fault.by ?? 'connection', reset);
    default:
      throw refusalBy(fault);
  }
};

const refusalBy = (fault: FaultOf<'not-leader' | 'too-busy' | 'access-denied'>): Refusal => {
  switch (fault.kind) {
    case 'not-leader':
      return notLeader(fault.host, fault.port);
    case 'too-busy':
      return tooBusy();
    case 'access-denied':
      return accessDenied();
  }
};

const lose = (by: Loss, reset: () => void): Promise<never> => {
  if (by === 'call') throw new Refusal(status.UNAVAILABLE, 'Connection dropped');
  if (by === 'connection') reset();
  return silence();
};

/** Never answers. */
const silence = (): Promise<never> => new Promise(() => undefined);
