import type { CommandDefinition, InputOf, Operation } from '@cairn/contracts';
import type { Page, QueryContext, Versioned } from '@cairn/kernel';
import { found } from '../problems/problem.js';
import {
  type Answer,
  type Call,
  created,
  deleted,
  type Edge,
  type Handler,
  handler,
  listed,
  ok,
  type Target,
} from './handler.js';

/** The parameters of a resource's path; `id` is its own. */
type PathOf<Path> = Path & { readonly id: string };

/** A resource of REST, said once: where it is, and how it is read. */
export interface Resource<Path> {
  /** Of its GET, as the contract writes it: `/api/v1/…/labels/{id}`. */
  readonly path: string;
  /** The role that ids of new ones are derived for: `label`. Commands call the id `label_id`. */
  readonly noun: string;
  /** Of what `If-Match` speaks of when one is created, as the contract writes it; of the new one when absent. */
  readonly within?: string;
  /** Reads one; `deletedToo` also when it is deleted. */
  readonly read: (
    context: QueryContext,
    path: PathOf<Path>,
    deleted: { readonly deletedToo: boolean } | undefined,
    edge: Edge,
  ) => Promise<Versioned<unknown> | undefined>;
}

/** In what a write differs from those of other resources. */
export interface Difference<Definition extends Operation, Command extends CommandDefinition> {
  /** What the command gets: the parameters of the path and `body`, unless this says otherwise. */
  readonly inputOf?: (call: Call<Definition>) => InputOf<Command>;
  /** Makes another answer of the usual one: with headers of its own, say. */
  readonly answer?: (
    answer: Answer,
    context: QueryContext,
    id: string,
    call: Call<Definition>,
  ) => Promise<Answer>;
  /** Answered also when it is deleted. */
  readonly deletedToo?: true;
}

/**
 * Makes the handlers of a resource from its operations and commands. A command gets the parameters of the path (the last
 * id under the resource's own name) and `body`, unless `inputOf` says otherwise.
 */
export const resource = <Path extends object>(its: Resource<Path>) => {
  const change = changing(its);
  return {
    /** Where one is, for a write that is made by hand. */
    at: (path: PathOf<Path>): Target => targetOf(its, path),
    get: getting(its),
    create: creating(its),
    change,
    update: change,
    restore: change,
    revert: reverting(its),
    remove: removing(its),
  };
};

const getting =
  <Path>({ read }: Resource<Path>) =>
  <Definition extends Operation>(operation: Definition): Handler<Definition> =>
    handler(operation, async ({ context, params, edge }) =>
      ok(found(await read(context, params as PathOf<Path>, undefined, edge))),
    );

const creating =
  <Path>({ path, noun, within, read }: Resource<Path>) =>
  <Definition extends Operation, Command extends CommandDefinition>(
    operation: Definition,
    command: Command,
    { inputOf, answer = same }: Difference<Definition, Command> = {},
  ): Handler<Definition> =>
    handler(operation, async (call) => {
      const id = call.newId(noun);
      const params: object = call.params;
      const own = { ...params, id } as PathOf<Path>;
      const location = placeOf(path, own);
      const addressed = within === undefined ? {} : { addressed: placeOf(within, params) };
      const input = inputOf?.(call) ?? ({ ...params, body: call.body } as InputOf<Command>);
      const { context } = await call.write(command, input, { location, id, ...addressed });
      const made = found(await read(context, own, undefined, call.edge));
      return answer(created(location, made), context, id, call);
    });

/** 200 with the resource as it is after the command. */
const changing =
  <Path>(its: Resource<Path>) =>
  <Definition extends Operation, Command extends CommandDefinition>(
    operation: Definition,
    command: Command,
    { inputOf, answer = same, deletedToo }: Difference<Definition, Command> = {},
  ): Handler<Definition> =>
    handler(operation, async (call) => {
      const params = call.params as PathOf<Path>;
      const input = inputOf?.(call) ?? (commanded(its, params, call.body) as InputOf<Command>);
      const { context } = await call.write(command, input, targetOf(its, params));
      const now = await its.read(context, params, deletedToo && { deletedToo }, call.edge);
      return answer(ok(found(now)), context, params.id, call);
    });

/** Undoes one event: the resource may be deleted by it, or be again. */
const reverting =
  <Path>(its: Resource<Path>) =>
  <Definition extends Operation, Command extends CommandDefinition>(
    operation: Definition,
    command: Command,
    { answer = same }: Pick<Difference<Definition, Command>, 'answer'> = {},
  ): Handler<Definition> =>
    changing(its)(operation, command, {
      inputOf: ({ params, body }) =>
        ({ ...commanded(its, params as PathOf<Path>), ...(body as object | undefined) }) as InputOf<Command>,
      answer,
      deletedToo: true,
    });

/** 204, or the record of what is deleted. */
const removing =
  <Path>(its: Resource<Path>) =>
  <Definition extends Operation>(operation: Definition, command: CommandDefinition): Handler<Definition> =>
    handler(operation, async (call) => {
      const params = call.params as PathOf<Path>;
      const { context } = await call.write(command, commanded(its, params), targetOf(its, params));
      const gone = { deletedToo: true };
      return deleted(async () => found(await its.read(context, params, gone, call.edge)).resource);
    });

/** What a command about one gets by itself. */
export const commanded = <Path>(
  { noun }: Resource<Path>,
  { id, ...others }: PathOf<Path>,
  body?: unknown,
): object => ({ ...others, [`${noun}_id`]: id, ...(body === undefined ? {} : { body }) });

export const targetOf = <Path>({ path }: Resource<Path>, own: PathOf<Path>): Target => ({
  location: placeOf(path, own),
  id: own.id,
});

const same = async (answer: Answer): Promise<Answer> => answer;

/** A page of a list. 404 when what it is a list of is not there for the caller. */
export const list = <Definition extends Operation>(
  operation: Definition,
  pageOf: (call: Call<Definition>) => Promise<Page<unknown> | undefined>,
): Handler<Definition> => handler(operation, async (call) => listed(found(await pageOf(call))));

/** A path of the contract with its parameters filled in. */
export const placeOf = (path: string, params: object): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String((params as Readonly<Record<string, string>>)[name]));
