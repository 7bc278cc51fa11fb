import type { Requester } from '@cairn/contracts';
import type { Json } from '../base/json-value.js';
import type { Position } from '../base/position.js';
import type { CommandReply } from './command-message.js';

/** What a service, or a gateway, asks of another for somebody. It is JSON. */
export interface CallMessage {
  readonly kind: 'command' | 'query';
  /** `models.createApplication`. */
  readonly name: string;
  readonly input: Json;
  /** Ids alone: what they may is looked up where the call is answered. */
  readonly onBehalfOf: Requester;
  /** The command id (law 3); of a query a fresh one. */
  readonly id: string;
  readonly correlation: string;
  readonly causation?: string;
  /** W3C trace context that the call belongs to, where spans are collected. */
  readonly traceparent?: string;
  /** Milliseconds since 1970: until then somebody waits for the answer. */
  readonly deadline: number;
  /** Who waits for the answer: services, and the gateway that asked first. */
  readonly through: readonly string[];
  /** Of a query: a position that what is read must have reached. */
  readonly atLeast?: Position;
}

type Refused = Extract<CommandReply, { readonly status: 'refused' }>;

export type QueryReply = { readonly status: 'answered'; readonly answer: Json } | Refused;
export type CallReply = CommandReply | QueryReply;

/** How a service reaches another one: a function call on one machine, HTTP in a cluster. */
export interface CalledService {
  /** Throws what the ports throw; `ServiceUnavailable` when nobody answers. */
  call(message: CallMessage): Promise<CallReply>;
}
