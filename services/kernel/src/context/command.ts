import type { CommandDefinition, InputOf } from '@cairn/contracts';
import type { Principal } from '../access/principal.js';
import type { Json } from '../base/json-value.js';
import type { Refusal } from '../base/refusal.js';
import type { Aggregate } from '../domain/aggregate.js';
import type { CommandFacts, Done, Executed, Intent } from '../domain/command-handler.js';
import type { Step } from '../domain/steps.js';
import type { ServiceTools } from './service-tools.js';

/** What a command gets beside its input. */
export interface CommandContext {
  readonly principal: Principal;
  readonly facts: CommandFacts;
  /** Now, RFC 3339. */
  readonly at: string;
  readonly tools: ServiceTools;
  /** The same command gives the same id for the same role and ordinal (law 3). */
  id(this: void, role: string, ordinal?: number): string;
  /** The state of another stream, as it is now; the aggregate's initial state when there is none. */
  load<State>(this: void, aggregate: Aggregate<State>, id: string): Promise<State>;
  /** Decides and appends on one stream. A stream is addressed once by a command. */
  execute<State, Context = undefined>(
    this: void,
    aggregate: Aggregate<State>,
    id: string,
    intent: Intent<State, Context>,
  ): Promise<Executed>;
  /**
   * As `execute`, on the stream that the caller's `If-Match` speaks of: another revision there is refused. Every command
   * with an addressed resource uses it once.
   */
  executeAddressed<State, Context = undefined>(
    this: void,
    aggregate: Aggregate<State>,
    id: string,
    intent: Intent<State, Context>,
  ): Promise<Executed>;
  /**
   * As `executeAddressed`, and before it decides and appends what is invisible without it (law 5): `step(…)` for each.
   * All are decided together; a refusal of one is the answer, and nothing is appended.
   */
  executeInOrder<State, Context = undefined>(
    this: void,
    before: readonly Step[],
    aggregate: Aggregate<State>,
    id: string,
    intent: Intent<State, Context>,
  ): Promise<Executed>;
}

/** The outcome of a command, with what a query cannot tell. */
export type CommandOutcome = (Done & { readonly result?: Json }) | Refusal;

export interface ServiceCommand {
  readonly contract: CommandDefinition;
  handle(this: void, input: Json, context: CommandContext): Promise<CommandOutcome>;
}

/** Declares what a service does for a command of the contract. The input was validated. */
export const serviceCommand = <Definition extends CommandDefinition>(
  contract: Definition,
  handle: (input: InputOf<Definition>, context: CommandContext) => Promise<CommandOutcome>,
): ServiceCommand => ({
  contract,
  handle: (input, context) => handle(input as InputOf<Definition>, context),
});
