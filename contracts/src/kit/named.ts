import type { Operation } from './operation.js';

/** Values under a name of theirs. */
const under = <Value>(values: Readonly<Record<string, Value>>, nameOf: (value: Value) => string) =>
  Object.fromEntries(Object.values(values).map((each) => [nameOf(each), each]));

/** Operations by their ids, as a file of operations exports them. */
export type ById<Operations extends Readonly<Record<string, Operation>>> = {
  readonly [Role in keyof Operations as Operations[Role]['id']]: Operations[Role];
};
export const byId = <const Operations extends Readonly<Record<string, Operation>>>(
  operations: Operations,
): ById<Operations> => under<Operation>(operations, ({ id }) => id) as ById<Operations>;

/** Events by their names in TypeScript. */
export type ByName<Events extends Readonly<Record<string, { readonly name: string }>>> = {
  readonly [Does in keyof Events as Events[Does]['name']]: Events[Does];
};
export const byName = <Events extends Readonly<Record<string, { readonly name: string }>>>(
  events: Events,
): ByName<Events> => under<{ readonly name: string }>(events, ({ name }) => name) as ByName<Events>;

type OwnName<Name> = Name extends `${string}.${infer Own}` ? Own : never;

/** Commands by their names without their area. */
export type ByOwnName<Commands extends Readonly<Record<string, { readonly name: string }>>> = {
  readonly [Does in keyof Commands as OwnName<Commands[Does]['name']>]: Commands[Does];
};
export const byOwnName = <Commands extends Readonly<Record<string, { readonly name: string }>>>(
  commands: Commands,
): ByOwnName<Commands> =>
  under<{ readonly name: string }>(commands, ({ name }) =>
    name.slice(name.indexOf('.') + 1),
  ) as ByOwnName<Commands>;
