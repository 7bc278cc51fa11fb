import { type AnyRecord, type DomainEvent, type FieldUse, recordEvents } from '@cairn/contracts';
import type { Change, Index } from '../documents/port.js';
import { foldWords } from '../documents/words.js';
import type { Json } from '../base/json-value.js';
import { type ProjectedEvent, type Projection, projection } from '../projection/projection.js';
import { completed, type EffectOf, madeBy, type Values } from './state.js';

/** Of the documents of a record. */
export const collectionOf = ({ description: { area, entity } }: AnyRecord): string => `${area}_${entity}`;

const namesUsed = ({ description }: AnyRecord, use: keyof FieldUse): readonly string[] =>
  Object.entries(description.fields).flatMap(([name, field]) => (field.use[use] === true ? [name] : []));

/** Each order of a list has an index, by itself and behind each filter; so have what is deleted and what was purged. */
const indexesOf = (record: AnyRecord): readonly Index[] => {
  const { inside } = record.description;
  const listed = inside === undefined ? ['deleted'] : [inside, 'deleted'];
  const compound = (...fields: readonly string[]): Index => ({
    kind: 'compound',
    fields: [...listed, ...fields] as [string, ...string[]],
  });
  const orders = ['created_at', 'updated_at', ...namesUsed(record, 'sort')];
  return [
    ...orders.map((order) => compound(order)),
    ...namesUsed(record, 'filter').flatMap((filter) => orders.map((order) => compound(filter, order))),
    compound('purged', 'created_at'),
    { kind: 'compound', fields: ['purged', 'created_at'] },
    ...(namesUsed(record, 'words').length === 0
      ? []
      : [{ kind: 'words', field: 'words', ...(inside === undefined ? {} : { within: inside }) } as const]),
  ];
};

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** `<area>.<entity>`: a document for each, deleted and purged ones too. */
export const recordProjection = (record: AnyRecord, version: number, effectOf: EffectOf): Projection => {
  const { area, entity } = record.description;
  const collection = collectionOf(record);
  const [worded] = namesUsed(record, 'words');
  const wordsOf = (values: Values) =>
    worded === undefined || values[worded] === undefined
      ? {}
      : { words: foldWords([textOf(values[worded])]) };
  const changesOf = (event: DomainEvent, at: string): Readonly<Record<string, Json | undefined>> => {
    const { values = {}, status } = madeBy(record, effectOf, event) ?? {};
    const ended = {
      live: { deleted: false, deleted_at: undefined },
      deleted: { deleted: true, deleted_at: at },
      purged: { purged: true },
    };
    return { ...values, ...wordsOf(values), ...(status && ended[status]), updated_at: at };
  };
  return projection({
    name: `${area}.${entity}`,
    version,
    collections: [{ name: collection, indexes: indexesOf(record) }],
    internal: ['revision', 'updated_at', 'words', 'purged'],
    events: Object.values(recordEvents(record)),
    project: (event: DomainEvent, facts: Omit<ProjectedEvent, 'event'>): readonly Change[] => {
      const { id, at, revision } = facts;
      const tip = { revision: revision.toString() };
      if (event.type === record.events.created.name) {
        const values = completed(record, event.data as Values);
        const marks = { created_at: at, updated_at: at, deleted: false, purged: false };
        return [
          { kind: 'put', collection, document: { id, ...values, ...marks, ...tip, ...wordsOf(values) } },
        ];
      }
      return [{ kind: 'patch', collection, id, fields: { ...changesOf(event, at), ...tip } }];
    },
  });
};
