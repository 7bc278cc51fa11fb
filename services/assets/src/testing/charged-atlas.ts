import * as contracts from '@cairn/contracts';
import { aggregate, defineService, isRefusal, notFound, serviceCommand } from '@cairn/kernel';
import { type Static, Type } from '@sinclair/typebox';
import * as assets from '../index.js';
import { maps } from './atlas.js';

/** Drawings of maps, for specs: streams in an asset, which are charged with it. */
const Drawing = Type.Object({
  id: contracts.Uuid,
  map_id: contracts.Uuid,
  text: Type.String(),
  file: Type.Optional(contracts.FileRecord),
});
const OfDrawing = Type.Object({ id: contracts.Uuid });
const ID = '018f4d1a-0000-7000-8000-0000000000c1';

const DrawingMade = contracts.event({
  ...{ name: 'DrawingMade', storedType: 'atlas.drawing.made.v1', description: 'A map was drawn.' },
  ...{ schema: Drawing, example: { id: ID, map_id: ID, text: '' } },
});
const ending = { schema: Type.Object({}), example: {}, description: 'It is gone.' };
const DrawingDeleted = contracts.event({
  ...{ name: 'DrawingDeleted', storedType: 'atlas.drawing.deleted.v1', ...ending },
});
const DrawingPurged = contracts.event({
  ...{ name: 'DrawingPurged', storedType: 'atlas.drawing.purged.v1', ...ending },
});

interface DrawingState {
  readonly map_id?: string;
}
const drawing = aggregate<DrawingState, contracts.DomainEvent>({
  ...{ category: 'drawing', stateVersion: 1, initial: {} },
  events: [DrawingMade, DrawingDeleted, DrawingPurged],
  evolve: (state, { type, data }) =>
    type === DrawingMade.name ? { map_id: (data as Static<typeof Drawing>).map_id } : state,
});

export const draw = contracts.command('atlas.draw', Drawing);
export const deleteDrawing = contracts.command('atlas.deleteDrawing', OfDrawing);
export const purgeDrawing = contracts.command('atlas.purgeDrawing', OfDrawing);

const drawn = serviceCommand(draw, (made, context) =>
  context.execute(drawing, made.id, {
    given: () => assets.givenAsset(maps.kind, context, made.map_id, 'write'),
    decide: (_, map) => (isRefusal(map) ? map : [DrawingMade.of(made)]),
  }),
);
type Ending = typeof deleteDrawing | typeof purgeDrawing;
const ended = (command: Ending, event: typeof DrawingDeleted | typeof DrawingPurged) =>
  serviceCommand(command, ({ id }, context) =>
    context.execute(drawing, id, {
      decide: ({ map_id }) => (map_id === undefined ? notFound() : [event.of({})]),
    }),
  );

export const mapUsage = assets.assetUsage(maps.kind, {
  version: 1,
  streams: [{ events: drawing.events, purged: DrawingPurged }],
  goesOn: ({ type }) => type === DrawingDeleted.name,
});

export const chargedAtlas = defineService({
  ...{ name: 'atlas', needs: ['identity'], parts: [maps.parts], aggregates: [drawing] },
  commands: [drawn, ended(deleteDrawing, DrawingDeleted), ended(purgeDrawing, DrawingPurged)],
  projections: [mapUsage.projection],
  admission: mapUsage.admission,
  organization: assets.organizationOfAssets(maps.kind),
});
