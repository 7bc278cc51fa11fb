import * as contracts from '@cairn/contracts';
import { aggregate, defineService, derivedId, projection, refuse, serviceCommand } from '@cairn/kernel';
import { Type } from '@sinclair/typebox';
import * as assets from '../index.js';
import { maps } from './atlas.js';

/** Maps with versions, for specs: what is marked in a version stands in a stream of its own, which is not copied. */
const [ID, OWNER] = ['018f4d1a-0000-7000-8000-0000000000c2', '018f4d1a-0000-7000-8000-000000000009'];
const named = { name: Type.Optional(contracts.Name), description: Type.Optional(contracts.Prose) };
const shown = { id: ID, name: '', description: '', user_id: OWNER, version: '1', version_number: 1 };

const contract = contracts.versionContract({
  ...{ area: 'atlas', noun: 'Map', called: 'map', resource: 'graphs', tag: 'Atlas', own: {} },
  params: { asset: 'id', version: 'version_id' },
  record: Type.Object({ id: contracts.Uuid }),
  ...{ input: Type.Object(named), changes: Type.Object(named) },
  texts: {
    ...{ list: 'Versions.', get: 'The version.', create: { description: 'It is empty.' } },
    ...{ update: { description: 'What is sent is set.' }, duplicate: { description: 'It has no marks.' } },
  },
  ...{ example: shown, listed: shown, sent: { create: {}, update: { name: 'north' } } },
  told: {
    created: { id: ID, map_id: ID, user_id: OWNER, name: '', description: '', version: '' },
    updated: { changes: { name: 'north' } },
  },
});

const Marked = Type.Object({ map_id: contracts.Uuid, version_id: contracts.Uuid, marks: Type.Integer() });
const MapMarked = contracts.event({
  ...{ name: 'MapMarked', storedType: 'atlas.marks.set.v1', description: 'A version has so many marks.' },
  ...{ schema: Marked, example: { map_id: ID, version_id: ID, marks: 1 } },
});
/** What is counted in the stream: `mapMarks-<derived of the id of the version>`. */
const mapMarks = aggregate<{ readonly marks: number }, contracts.EventOf<typeof MapMarked>>({
  ...{ category: 'mapMarks', keyWord: 'marks', stateVersion: 1, events: [MapMarked], initial: { marks: 0 } },
  evolve: (_, { data: { marks } }) => ({ marks }),
});
const marks = projection<contracts.EventOf<typeof MapMarked>>({
  ...{ name: 'atlas.marks', version: 1, collections: [{ name: 'marks', indexes: [] }], events: [MapMarked] },
  project: ({ data }, { id, at }) => [
    { kind: 'put', collection: 'marks', document: { id, ...data, created_at: at } },
  ],
});
export const mark = contracts.command('atlas.mark', Marked);
const marked = serviceCommand(mark, (data, context) =>
  context.execute(mapMarks, data.version_id, { decide: () => [MapMarked.of(data)] }),
);

/** What one is shown with: how many marks there are, and of which moment that is; nothing where none was ever made. */
export interface Counted {
  readonly marks: number;
  readonly of: string | undefined;
}

/** Of which versions the marks were looked up, for specs. */
export const looked: (readonly string[])[] = [];

const kind = assets.assetKind<assets.NumberingAsset & { readonly depth: number }>(maps.kind.contract, {
  ...{ stateVersion: 1, numbered: contract.added },
});
const versions = assets.versionModel(assets.versionKind(contract, { stateVersion: 1 }), {
  ...{
    of: kind,
    initial: {},
    own: () => ({}),

    documents: { version: 1, texts: [] },
  },
  copyRefusal: async ({ load }, { id }) =>
    (await load(mapMarks, id)).marks > 0 ? refuse('conflict', 'Marks are not copied.') : undefined,
  besideEach: async ({ documents, pointInTime }, some) => {
    looked.push(some.map(({ id }) => id));
    const found = await documents.getMany(
      'marks',
      some.map(({ id }) => derivedId(id, 'marks')),
    );
    return new Map(
      found.map(({ version_id, marks: count }) => [
        version_id as string,
        { marks: count as number, of: pointInTime?.at },
      ]),
    );
  },
  resource: ({ shared }, beside: Counted | undefined) => ({ ...shared, beside }),
});

export const markedMaps = assets.assetModel(kind, {
  ...{ initial: { depth: 0 }, own: () => ({}), versions: versions.ofAsset, documents: { version: 1 } },
  beside: (context, documents: readonly assets.AssetDocument[]) => versions.ofAssets(context, documents),
  resource: (_, shared, its = []) => ({ ...shared, versions: its }),
});
export const markedVersions = { contract, reads: versions.reading(markedMaps.reads) };

export const markedAtlas = defineService({
  ...{ name: 'atlas', needs: ['identity'], parts: [markedMaps.parts, versions.parts(markedMaps.reads)] },
  ...{ aggregates: [mapMarks], projections: [marks], commands: [marked] },
  timeTravelled: [{ collection: 'marks', category: mapMarks.category, projection: marks }],
  organization: assets.organizationOfAssets(kind),
});
