import * as contracts from '@cairn/contracts';
import { defineService, isRefusal, notRevertible, refuse, serviceCommand } from '@cairn/kernel';
import { type Static, Type } from '@sinclair/typebox';
import * as assets from '../index.js';

/** A made-up asset, for specs: maps, of which a public one gets no shallower. Their sheets are their versions. */
const own = { depth: Type.Integer({ minimum: 0 }) };
const name = contracts.Name;
const wanted = { ...contracts.settableFields, depth: Type.Optional(own.depth) };
const settable = { ...wanted, history_from: Type.Optional(contracts.HistoryFrom) };
const [ID, USER] = ['018f4d1a-0000-7000-8000-0000000000c1', '018f4d1a-0000-7000-8000-000000000009'];
const said = { id: ID, user_id: USER, name: 'cliffs', description: '', notes: '', depth: 3 } as const;
const made = { ...said, active_version_id: '', visibility: 'private' } as const;
const shown = { ...made, created_at: '2026-02-01T00:00:00.000Z', updated_at: '2026-02-01T00:00:00.000Z' };

const contract = contracts.assetContract({
  ...{ area: 'atlas', noun: 'Map', called: 'map', resource: 'graphs', tag: 'Atlas', own, filters: {} },
  record: Type.Object({
    ...contracts.assetFields,
    ...contracts.activeVersionOrNone,
    ...own,
    history_from: contracts.historyFromField('map'),
  }),
  input: Type.Object({ name, ...settable }),
  changes: Type.Object({
    ...{ name: Type.Optional(name), ...settable },
    active_version_id: Type.Optional(contracts.Uuid),
  }),
  state: contracts.state({
    ...{ type: 'atlas.map.state.v1', description: 'A map as it is now.' },
    schema: Type.Object({
      ...contracts.publishedFields,
      ...own,
      ...contracts.publishedLastFields,
      ...contracts.activeVersionOrNone,
    }),
    example: { ...shown, organization_id: null, project_id: null, logo: null },
  }),
  madeEmpty: true,
  texts: {
    ...{ list: 'Maps.', get: 'The map.', update: { description: 'What is sent is set.' } },
    create: { description: 'It has no sheet.', reply: 'The map.' },
  },
  example: { ...shown, has_logo: false, logo: '', public: false, shared_with_me: false },
  sent: { create: { name: 'cliffs' }, update: { name: 'cliffs' } },
  told: { created: { ...made, public: false, readers: [] }, updated: { changes: { depth: 4 } } },
});

const Sheets = Type.Object({ sheets: Type.Array(contracts.Uuid) });
const MapSheetsSet = contracts.event({
  ...{ name: 'MapSheetsSet', storedType: 'atlas.map.sheets_set.v1', schema: Sheets, example: { sheets: [] } },
  description: 'These are the sheets of a map.',
});
const InMap = Type.Object({ id: contracts.Uuid, sheets: Sheets.properties.sheets });
export const setSheets = contracts.command('atlas.setSheets', InMap);

type KnownMap = assets.KnownAsset & { readonly depth: number; readonly sheets: readonly string[] };
const mapKind = assets.assetKind<KnownMap>(contract, {
  ...{ stateVersion: 1, initial: { sheets: [] } },
  own: { events: [MapSheetsSet], after: (_, { data }) => data as Static<typeof Sheets> },
});
const { aggregate: map, decide } = mapKind;
export const sheetsOf = (state: assets.AssetState<KnownMap>): readonly string[] =>
  state.status === 'none' ? [] : state.sheets;

export const maps = assets.assetModel(mapKind, {
  initial: { depth: 0 },
  own: ({ depth }: assets.AssetBody & { readonly depth?: number }) => assets.withoutAbsent({ depth }),
  check: ({ current, wanted: { depth, sheets } }) => {
    if (sheets !== undefined) return notRevertible();
    const isShallower = depth !== undefined && current?.public === true && depth < current.depth;
    return isShallower ? refuse('conflict', 'A public map gets no shallower.') : undefined;
  },
  versions: { isOwn: async ({ load }, id, sheet) => sheetsOf(await load(map, id)).includes(sheet) },
  documents: {
    version: 1,
    project: (_, { id, at, revision }, collection) => [
      { kind: 'patch', collection, id, fields: { revision: revision.toString(), updated_at: at } },
    ],
  },
  resource: (
    { active_version_id, activation, depth }: assets.AssetDocument & { readonly depth: number },
    shared,
  ) => ({
    ...shared,
    active_version_id,
    ...assets.activationShown({ activation }, active_version_id),
    depth,
  }),
});

const sheetsSet = serviceCommand(setSheets, ({ id, sheets }, context) =>
  context.executeAddressed(map, id, {
    given: (state) => assets.callerFor(context, state),
    decide: (state, caller) => {
      const current = decide.mayAccess(caller, state, 'write');
      return isRefusal(current) ? current : [MapSheetsSet.of({ sheets })];
    },
  }),
);
export const atlasService = defineService({
  ...{ name: 'atlas', needs: ['identity'], parts: [maps.parts], commands: [sheetsSet] },
  organization: assets.organizationOfAssets(mapKind),
});
