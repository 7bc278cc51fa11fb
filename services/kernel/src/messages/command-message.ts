import type { CommandDefinition, ErrorCode } from '@cairn/contracts';
import type { Principal } from '../access/principal.js';
import type { FieldError } from '../base/refusal.js';
import type { Json } from '../base/json-value.js';
import type { Position, StreamName } from '../base/position.js';

/** A command as the gateway, a policy or a timer sends it to a service. It is JSON. */
export interface CommandMessage {
  /** `datasets.createDataset`. */
  readonly name: string;
  readonly input: Json;
  readonly principal: Principal;
  /** The command id (law 3). */
  readonly id: string;
  /** HMAC-SHA-256 of the request under a server key, base64url. */
  readonly request: string;
  readonly correlation: string;
  readonly causation?: string;
  /** The services that wait for it, the one that asked first comes first; absent when none does. */
  readonly through?: readonly string[];
  /** W3C trace context that the command belongs to, where spans are collected. */
  readonly traceparent?: string;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** The revisions that `If-Match` names: the command is refused (`precondition_failed`) when the addressed stream is at none of them. */
  readonly expectedRevisions?: readonly string[];
}

/** The service that a command is for. */
export const serviceOf = ({ name }: Pick<CommandDefinition, 'name'>): string =>
  name.slice(0, name.indexOf('.'));

/** What a service sends by itself is waited for so long. */
export const OWN_DEADLINE_MS = 30_000;

export type CommandReply =
  | {
      readonly status: 'done';
      /** The stream that the command addressed. */
      readonly stream: StreamName;
      /** Of that stream, decimal; absent when it has no event. */
      readonly revision?: string;
      /** Of the command's last event. */
      readonly position: Position;
      readonly replayed: boolean;
      /** Whose the events are that were appended now; absent where they are of none, or none were. */
      readonly organization?: string;
      /** What a query cannot tell: a key that is shown once, the outcome of each element of a bulk. */
      readonly result?: Json;
    }
  | {
      readonly status: 'refused';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly errors?: readonly FieldError[];
      /** Members of the problem that its code has beside those of every problem. */
      readonly extensions?: Readonly<Record<string, Json>>;
      /** The `Retry-After` of the answer. */
      readonly retryAfterSeconds?: number;
      /** Of the last event, when there is one: a refresh token that comes again ends its session. */
      readonly position?: Position;
    };
