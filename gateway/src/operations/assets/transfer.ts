import type { CommandDefinition, InputOf, Operation } from '@cairn/contracts';
import type { QueryContext, Versioned } from '@cairn/kernel';
import { found } from '../../problems/problem.js';
import { type Handler, handler, ok } from '../handler.js';
import { commanded, type Resource, targetOf } from '../resource.js';

/** Assets of one kind that can be given to others: where they are, and what is read of one without asking for rights. */
export interface Movable extends Resource<object> {
  readonly placed: (context: QueryContext, id: string) => Promise<Versioned<unknown> | undefined>;
}

/** Gives an asset to somebody, or moves it: who does that may see it no more, and is told whose it is now. */
export const transferHandler = <Definition extends Operation>(
  operation: Definition,
  command: CommandDefinition,
  its: Movable,
): Handler<Definition> =>
  handler(operation, async (call) => {
    const path = call.params as { readonly id: string };
    const input: InputOf<CommandDefinition> = commanded(its, path, call.body);
    const { context } = await call.write(command, input, targetOf(its, path));
    return ok(found(await its.placed(context, path.id)));
  });
