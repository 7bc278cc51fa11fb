import * as contracts from '@cairn/contracts';
import { defineService, isRefusal, notRevertible, refuse, serviceCommand } from '@cairn/kernel';
import { type Static, Type } from '@sinclair/typebox';
import * as assets from '../index.js';

/** A made-up asset, for specs: maps, of which only deep ones are public. Their versions are sheets, told in their own stream. */
const depth = Type.Optional(Type.Integer({ minimum: 0 }));
const settable = { ...contracts.settableFields, depth, history_from: Type.Optional(contracts.HistoryFrom) };
const [ID, USER] = ['018f4d1a-0000-7000-8000-0000000000c1', '018f4d1a-0000-7000-8000-000000000009'];
const told = { id: ID, user_id: USER, name: 'cliffs', description: '', notes: '', depth: 3 } as const;
const [created_at, updated_at] = ['2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
const shown = { ...told, created_at, updated_at, visibility: 'private' } as const;

export const mapContract = contracts.assetContract({
  area: 'atlas',
  noun: 'Map',
  called: 'map',
  resource: 'graphs',
  tag: 'Atlas',
  record: Type.Object({
    ...contracts.assetFields,
    active_version_id: Type.String(),
    depth: Type.Integer(),
    history_from: contracts.historyFromField('map'),
  }),
  input: Type.Object({ name: contracts.Name, ...settable }),
  changes: Type.Object({
    ...{ name: Type.Optional(contracts.Name), ...settable },
    active_version_id: Type.Optional(contracts.Uuid),
  }),
  own: { depth: Type.Integer() },
  state: contracts.state({
    type: 'atlas.map.state.v1',
    description: 'A map as it is now.',
    schema: Type.Object({
      ...{ ...contracts.publishedFields, depth: Type.Integer(), ...contracts.publishedLastFields },
      active_version_id: Type.String(),
    }),
    example: { ...shown, organization_id: null, project_id: null, active_version_id: '', logo: null },
  }),
  madeEmpty: true,
  filters: {},
  texts: {
    ...{ list: 'Maps.', get: 'The map.', create: { description: 'It has no sheet.', reply: 'The map.' } },
    update: { description: 'Fields that are sent are set.', errors: ['conflict'] },
  },
  example: {
    ...shown,
    active_version_id: '',
    has_logo: false,
    logo: '',
    public: false,
    shared_with_me: false,
  },
  sent: { create: { name: 'cliffs', depth: 3 }, update: { name: 'cliffs' } },
  told: {
    created: { ...told, public: false, visibility: 'private', active_version_id: '', readers: [] },
    updated: { changes: { depth: 4 } },
  },
});

const Sheets = Type.Object({ sheets: Type.Array(contracts.Uuid) });
const MapSheetsSet = contracts.event({
  ...{ name: 'MapSheetsSet', storedType: 'atlas.map.sheets_set.v1', schema: Sheets, example: { sheets: [] } },
  description: 'These are the sheets of a map.',
});
export const setSheets = contracts.command(
  'atlas.setSheets',
  Type.Object({ id: contracts.Uuid, sheets: Type.Array(contracts.Uuid) }),
);

interface KnownMap extends assets.KnownAsset {
  readonly depth: number;
  readonly sheets: readonly string[];
}
const mapKind = assets.assetKind<KnownMap>(mapContract, {
  stateVersion: 1,
  initial: { sheets: [] },
  own: { events: [MapSheetsSet], after: (_, { data }) => data as Static<typeof Sheets> },
});
const { aggregate: map, decide } = mapKind;

export const maps = assets.assetModel(mapKind, {
  initial: { depth: 0 },
  own: ({ depth }: assets.AssetBody & { readonly depth?: number }) => assets.withoutAbsent({ depth }),
  check: ({ current, wanted }) => {
    if (wanted.sheets !== undefined) return notRevertible();
    const isShallower = wanted.depth !== undefined && wanted.depth < (current?.depth ?? 0);
    return isShallower && current?.public === true ? refuse('conflict', 'Somebody may be deep.') : undefined;
  },
  versions: {
    isOwn: async ({ load }, id, sheet) => {
      const state = await load(map, id);
      return state.status !== 'none' && state.sheets.includes(sheet);
    },
  },
  documents: {
    version: 1,
    project: (_, { id, at, revision }, collection) => [
      { kind: 'patch', collection, id, fields: { revision: revision.toString(), updated_at: at } },
    ],
  },
  beside: async () => new Map<string, undefined>(),
  resource: (document: assets.AssetDocument & { readonly depth: number }, shared) => ({
    ...shared,
    active_version_id: document.active_version_id,
    depth: document.depth,
  }),
  streams: () => [],
});

export const atlasService = defineService({
  name: 'atlas',
  parts: [maps.parts],
  needs: ['identity'],
  organization: assets.organizationOfAssets(mapKind),
  commands: [
    serviceCommand(setSheets, ({ id, sheets }, context) =>
      context.executeAddressed(map, id, {
        given: (state) => assets.callerFor(context, state),
        decide: (state, caller) => {
          const current = decide.mayAccess(caller, state, 'write');
          return isRefusal(current) ? current : [MapSheetsSet.of({ sheets })];
        },
      }),
    ),
  ],
});
