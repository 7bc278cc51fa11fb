import type {
  CommandDefinition,
  CommandInput,
  CommandInputWithQuery,
  FiltersOf,
  InputOf,
  Operation,
  ParamsOf,
  QueryOf,
} from '@cairn/contracts';
import type { Page, PageRequest, QueryContext, Refusal, Versioned } from '@cairn/kernel';
import { type Answer, created, deleted, listed, ok } from '../call/answer.js';
import type { Call, Target } from '../call/call.js';
import type { Edge } from '../call/edge.js';
import { type Handler, handler } from '../call/handler.js';
import { found } from '../problems/problem.js';

/** The commands of an area by the id of their operation. */
export type AreaCommands = Readonly<Record<string, CommandDefinition>>;

/** What a query found; a refusal is answered as the problem that it is. */
type Found<Value> = Promise<Value | Refusal | undefined>;

/** Reads one; `deletedToo` also when it is deleted. */
type Read<Path> = (
  context: QueryContext,
  path: Path,
  deleted: { readonly deletedToo: boolean } | undefined,
  edge: Edge,
) => Found<Versioned<unknown>>;

/** A resource of REST, said once: where it is, and how it is read. */
export interface Resource<Path, Commands extends AreaCommands> {
  /** Of its GET, as the contract writes it: `/api/v1/…/labels/{id}`. The last parameter is its own id. */
  readonly path: string;
  readonly commands: Commands;
  /** The role that ids of new ones are derived for: `label`. */
  readonly role?: string;
  /** Of what `If-Match` speaks of when one is created, as the contract writes it; of the new one when absent. */
  readonly within?: string;
  readonly read: Read<Path>;
  /** Its id, where its path names it otherwise. */
  readonly idOf?: (path: Path, call: Pick<Call, 'principal' | 'edge'>) => Promise<string>;
  readonly history?: (
    edge: Edge,
    context: QueryContext,
    path: Path,
    page: PageRequest,
  ) => Found<Page<unknown>>;
}

/** In what a write differs from those of other resources. */
interface Difference<Path, Definition extends Operation, Command extends CommandDefinition> {
  /** The command of the operation's id unless this says another. */
  readonly command?: Command;
  /** What the command gets: the parameters of the path and `body`, unless this says otherwise. */
  readonly inputOf?: (call: Call<Definition>) => InputOf<Command> | Promise<InputOf<Command>>;
  /** How what is answered is read, where that is otherwise than by its GET. */
  readonly read?: Read<Path>;
  /** Makes another answer of the usual one: with headers of its own, say. */
  readonly answer?: (
    answer: Answer,
    context: QueryContext,
    id: string,
    call: Call<Definition>,
  ) => Promise<Answer>;
  /** Of one that is created: its id, where that is not derived for the role of the resource. */
  readonly idOf?: (call: Call<Definition>) => string;
  /** Of one that is changed: answered also when it is deleted. */
  readonly deletedToo?: true;
  /** Of one that is deleted: the record is read before, for afterwards there is none. */
  readonly readBefore?: true;
}

/** The command that a write sends: what it is given, or the one under its own id. */
type Sent<Commands, Definition extends Operation> =
  Commands extends Readonly<Record<Definition['id'], infer Command extends CommandDefinition>>
    ? Command
    : CommandDefinition;

/** Makes the handler of a write. */
type Write<Path, Commands> = <
  Definition extends Operation,
  Command extends CommandDefinition = Sent<Commands, Definition>,
>(
  operation: Definition,
  difference?: Difference<Path, Definition, Command>,
) => Handler<Definition>;

/**
 * Makes the handlers of a resource from its operations. The command of a write is the one under the operation's id; it
 * gets the parameters of the path and `body`. A write without a command throws here, when the gateway starts.
 */
export const resource = <Path extends object, Commands extends AreaCommands>(
  its: Resource<Path, Commands>,
) => {
  const change = changing(its);
  /** Undoes one event: it may be deleted by that. */
  const revert: Write<Path, Commands> = (operation, difference) =>
    change(operation, { ...difference, deletedToo: true });
  return {
    /** Where one is, for a write that is made by hand. */
    at: (path: Path): Target => targetOf(its.path, path),
    get: getting(its),
    history: recalling(its),
    create: creating(its),
    change,
    update: change,
    restore: change,
    revert,
    remove: removing(its),
  };
};

const getting =
  <Path>({ read }: Pick<Resource<Path, AreaCommands>, 'read'>) =>
  <Definition extends Operation>(operation: Definition): Handler<Definition> =>
    handler(operation, async ({ context, params, edge }) =>
      ok(found(await read(context, params as Path, undefined, edge))),
    );

const recalling =
  <Path>({ path, history }: Pick<Resource<Path, AreaCommands>, 'path' | 'history'>) =>
  <Definition extends Operation>(operation: Definition): Handler<Definition> => {
    if (history === undefined)
      throw new Error(`What is at ${path} says no history, which ${operation.id} lists.`);
    return list(operation, ({ edge, context, params, page }) => history(edge, context, params as Path, page));
  };

const creating =
  <Path extends object, Commands extends AreaCommands>(
    its: Resource<Path, Commands>,
  ): Write<Path, Commands> =>
  (operation, difference = {}) => {
    const { idOf = derivedId(its, operation), read = its.read, answer = same } = difference;
    const send = sending(its, operation, difference);
    return handler(operation, async (call) => {
      const params: object = call.params;
      const own = { ...params, [ownIdOf(its.path)]: idOf(call) } as Path;
      const addressed = its.within === undefined ? {} : { addressed: placeOf(its.within, params) };
      const target = { ...targetOf(its.path, own), ...addressed };
      const context = await send(call, target);
      const made = found(await read(context, own, undefined, call.edge));
      return answer(created(target.location, made), context, target.id, call);
    });
  };

/** 200 with the resource as it is after the command. */
const changing =
  <Path extends object, Commands extends AreaCommands>(
    its: Resource<Path, Commands>,
  ): Write<Path, Commands> =>
  (operation, difference = {}) => {
    const { read = its.read, answer = same, deletedToo } = difference;
    const send = sending(its, operation, difference);
    return handler(operation, async (call) => {
      const path = addressedBy(its.path, call) as Path;
      const target = await namedBy(its, path, call);
      const context = await send(call, target);
      const now = await read(context, path, deletedToo && { deletedToo }, call.edge);
      return answer(ok(found(now)), context, target.id, call);
    });
  };

/** 204, or the record of what is deleted. */
const removing =
  <Path extends object, Commands extends AreaCommands>(
    its: Resource<Path, Commands>,
  ): Write<Path, Commands> =>
  (operation, difference = {}) => {
    const { read = its.read, readBefore } = difference;
    const send = sending(its, operation, difference);
    return handler(operation, async (call) => {
      const path = call.params as Path;
      const before = readBefore && (await read(call.context, path, undefined, call.edge));
      const context = await send(call, await namedBy(its, path, call));
      return deleted(async () => {
        const gone = readBefore ? before : await read(context, path, { deletedToo: true }, call.edge);
        return found(gone).resource;
      });
    });
  };

/** Sends the command of a write, and tells by which reading its answer is made. */
const sending = <Path, Definition extends Operation, Command extends CommandDefinition>(
  { commands }: Pick<Resource<Path, AreaCommands>, 'commands'>,
  operation: Definition,
  { command = commands[operation.id] as Command | undefined, inputOf }: Difference<Path, Definition, Command>,
): ((call: Call<Definition>, target: Target) => Promise<QueryContext>) => {
  if (command === undefined) throw new Error(`The operation ${operation.id} has no command of its name.`);
  return async (call, target) => {
    const input = inputOf === undefined ? (sentIn(call) as InputOf<Command>) : await inputOf(call);
    const { context } = await call.write(command, input, target);
    return context;
  };
};

/** What a command gets of a request: the parameters of its path, and the body beside them where there is one. */
export const sentIn = <Definition extends Operation>({
  params,
  body,
}: {
  readonly operation: Definition;
  readonly params: object;
  readonly body: unknown;
}): CommandInput<Definition> =>
  ({ ...params, ...(body === undefined ? {} : { body }) }) as CommandInput<Definition>;

/** The same, with the query beside them, which says how it is done: for `commandWithQuery`. */
export const sentWithQuery = <Definition extends Operation>(call: {
  readonly operation: Definition;
  readonly params: object;
  readonly query: QueryOf<Definition>;
  readonly body: unknown;
}): CommandInputWithQuery<Definition> =>
  ({ ...(sentIn(call) as object), query: call.query }) as CommandInputWithQuery<Definition>;

/** Where the path of a change has no id of its own, the body has it. */
const addressedBy = (
  path: string,
  { params, body }: { readonly params: object; readonly body: unknown },
): object => {
  const own = ownIdOf(path);
  return own in params ? params : { ...params, [own]: valueIn(body as object, own) };
};

const derivedId = (
  { path, role }: Pick<Resource<never, AreaCommands>, 'path' | 'role'>,
  { id }: Operation,
): ((call: Pick<Call, 'newId'>) => string) => {
  if (role === undefined) throw new Error(`What is at ${path} says no role for the ids that ${id} derives.`);
  return (call) => call.newId(role);
};

const targetOf = (path: string, own: object): Target => ({
  location: placeOf(path, own),
  id: valueIn(own, ownIdOf(path)),
});

const namedBy = async <Path extends object>(
  { path, idOf }: Pick<Resource<Path, AreaCommands>, 'path' | 'idOf'>,
  own: Path,
  call: Pick<Call, 'principal' | 'edge'>,
): Promise<Target> => {
  const target = targetOf(path, own);
  return idOf === undefined ? target : { ...target, id: await idOf(own, call) };
};

/** The name of the last parameter of a path. */
const ownIdOf = (path: string): string => path.slice(path.lastIndexOf('{') + 1, path.lastIndexOf('}'));

const valueIn = (params: object, name: string): string =>
  String((params as Readonly<Record<string, string>>)[name]);

const same = async (answer: Answer): Promise<Answer> => answer;

/** A page of a list. 404 when what it is a list of is not there for the caller. */
export const list = <Definition extends Operation>(
  operation: Definition,
  pageOf: (call: Call<Definition>) => Found<Page<unknown>>,
): Handler<Definition> => handler(operation, async (call) => listed(found(await pageOf(call))));

/** A page of a list by a query that takes the parameters of the path. */
export const listBy = <Definition extends Operation>(
  operation: Definition,
  query: (
    context: QueryContext,
    params: ParamsOf<Definition>,
    page: PageRequest,
    filters: FiltersOf<Definition>,
  ) => Found<Page<unknown>>,
): Handler<Definition> =>
  list(operation, ({ context, params, page, filters }) => query(context, params, page, filters));

/** A path of the contract with its parameters filled in, each as one segment whatever it holds. */
export const placeOf = (path: string, params: object): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueIn(params, name).toWellFormed()));
