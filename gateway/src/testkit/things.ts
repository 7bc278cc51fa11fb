import { command, type DomainEvent, event } from '@cairn/contracts';
import { aggregate, defineService, projection, refuse, serviceCommand } from '@cairn/kernel';
import { type Static, Type } from '@sinclair/typebox';

/** A made-up service with one kind of asset, for the specs of the edge. */
export const Name = Type.Object({ name: Type.String({ minLength: 1 }), size: Type.Optional(Type.Integer()) });
export const Uuid = Type.String({ format: 'uuid' });
export const Thing = Type.Object({ id: Uuid, name: Type.String() });
export type Thing = Static<typeof Thing>;

const sample = { name: 'sample' };
const ThingCreated = event({
  name: 'ThingCreated',
  storedType: 'things.thing.created.v1',
  description: 'There is a thing.',
  schema: Name,
  example: sample,
});
const ThingRenamed = event({
  name: 'ThingRenamed',
  storedType: 'things.thing.renamed.v1',
  description: 'It has another name.',
  schema: Name,
  example: sample,
});
const ThingDeleted = event({
  name: 'ThingDeleted',
  storedType: 'things.thing.deleted.v1',
  description: 'It is gone.',
  schema: Type.Object({}),
  example: {},
});
const events = [ThingCreated, ThingRenamed, ThingDeleted];

type State = 'none' | 'there' | 'deleted';
const thing = aggregate<State, DomainEvent>({
  category: 'thing',
  events,
  stateVersion: 1,
  initial: 'none',
  evolve: (_, { type }) => (type === 'ThingDeleted' ? 'deleted' : 'there'),
});

const things = projection({
  name: 'things.things',
  version: 1,
  collections: [
    {
      name: 'things',
      indexes: [
        { kind: 'compound', fields: ['deleted', 'created_at'] },
        { kind: 'compound', fields: ['deleted', 'name', 'created_at'] },
      ],
    },
  ],

  events,
  project: ({ type, data }: DomainEvent, { id, revision, at }) => {
    const fields = { revision: revision.toString(), updated_at: at };
    const { name } = data as { readonly name?: string };
    if (type === 'ThingCreated')
      return [
        {
          kind: 'put',
          collection: 'things',
          document: { id, ...fields, created_at: at, deleted: false, name: name! },
        },
      ];
    const changed = type === 'ThingDeleted' ? { deleted: true } : { name: name! };
    return [{ kind: 'patch', collection: 'things', id, fields: { ...fields, ...changed } }];
  },
});

export const thingCommands = {
  createThing: command('things.createThing', Name),
  renameThing: command('things.renameThing', Type.Object({ id: Uuid, name: Type.String() })),
  deleteThing: command('things.deleteThing', Type.Object({ id: Uuid })),
};

const there = (state: State) => (state === 'there' ? undefined : refuse('not_found', 'There is none.'));

export const thingsService = defineService({
  name: 'things',
  aggregates: [thing],
  projections: [things],
  timeTravelled: [{ collection: 'things', category: 'thing', projection: things }],
  commands: [
    serviceCommand(thingCommands.createThing, (input, { execute, id }) =>
      execute(thing, id('thing'), {
        decide: () =>
          input.name === 'taken' ? refuse('conflict', 'It is taken.') : [ThingCreated.of(input)],
      }),
    ),
    serviceCommand(thingCommands.renameThing, ({ id, name }, { executeAddressed }) =>
      executeAddressed(thing, id, { decide: (state) => there(state) ?? [ThingRenamed.of({ name })] }),
    ),
    serviceCommand(thingCommands.deleteThing, ({ id }, { executeAddressed }) =>
      executeAddressed(thing, id, { decide: (state) => there(state) ?? [ThingDeleted.of({})] }),
    ),
  ],
});
