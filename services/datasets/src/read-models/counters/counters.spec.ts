import type { DatasetItemEvent, DomainEvent } from '@cairn/contracts';
import { applyChanges, type Document, type DocumentMaps, isRefusal } from '@cairn/kernel';
import { stateAfter } from '@cairn/kernel/testkit';
import fc from 'fast-check';
import { decideCreateItem } from '../../domain/item/commands/create-item.js';
import { decideDeleteItem } from '../../domain/item/commands/delete-item.js';
import { decideRemoveItemFromSplit } from '../../domain/item/commands/remove-item-from-split.js';
import { decideRestoreItem } from '../../domain/item/commands/restore-item.js';
import { decideUpdateItem } from '../../domain/item/commands/update-item.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { tallyOf } from '../../domain/item/tally.js';
import { AT, HAM, idOf, OWNER, parents, SPAM, TEST, TRAIN, VERSION } from '../../testing/examples.js';
import { ALL, counterId, COUNTS, countersProjection } from './project.js';

const around = parents();
const splits = [TRAIN, TEST];
const labels = [SPAM, HAM, ''];
const ITEMS = 4;

const step = fc.record({
  item: fc.nat(ITEMS - 1),
  act: fc.constantFrom('write', 'delete', 'restore', 'leave'),
  splits: fc.subarray(splits),
  labels: fc.array(fc.constantFrom(...labels), { maxLength: 4 }),
  types: fc.constantFrom('classification', 'transcription'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let serial = 0;
const decideStep = (state: ItemState, { item, act, types, ...wanted }: Step) => {
  const annotator = { userId: OWNER, annotationId: () => idOf(`annotation${serial++}`) };
  const body = {
    splits: wanted.splits.map((id) => ({ id })),
    annotations: wanted.labels.map((label_id) => ({
      type: types as 'classification' | 'transcription',
      label_id,
      value: types === 'transcription' ? { text: '' } : {},
    })),
  };
  if (act === 'delete') return decideDeleteItem(state, around);
  if (act === 'restore') return decideRestoreItem(state, around);
  if (act === 'leave') return decideRemoveItemFromSplit(state, TRAIN, around);
  return state.status === 'none'
    ? decideCreateItem(state, body, around, { id: idOf(`item${item}`), ...annotator })
    : decideUpdateItem(state, body, around, annotator);
};

const facts = {
  id: 'x',
  stream: 's',
  revision: 0n,
  position: '',
  at: AT,
  actor: { kind: 'user', id: OWNER },
} as const;

/** Counts of one combination, from the states themselves. */
const recount = (states: readonly ItemState[], split: string, label: string) => {
  const counted = { items: 0, annotations: 0 };
  for (const state of states) {
    if (state.status !== 'live' || (split !== ALL && !state.splits.includes(split))) continue;
    const tally = tallyOf({ splits: state.splits, annotations: Object.values(state.annotations) });
    const all = Object.values(tally.labels).reduce((sum, count) => sum + count, 0);
    const annotations = label === ALL ? all : (tally.labels[label] ?? 0);
    if (label !== ALL && annotations === 0) continue;
    counted.items += 1;
    counted.annotations += annotations;
  }
  return counted;
};

describe('counters', () => {
  it('equal a recount after every event, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const streams: DomainEvent[][] = Array.from({ length: ITEMS }, () => []);
        const documents: DocumentMaps = new Map<string, Map<string, Document>>();
        for (const one of steps) {
          const decided = decideStep(stateAfter(datasetItem, streams[one.item]!), one);
          for (const event of isRefusal(decided) ? [] : decided) {
            streams[one.item]!.push(event);
            const known = countersProjection.events.some(({ name }) => name === event.type);
            if (known)
              applyChanges(
                documents,
                countersProjection.project(
                  event as Extract<DatasetItemEvent, { type: 'ItemDeleted' }>,
                  facts,
                ),
              );
            const states = streams.map((events) => stateAfter(datasetItem, events));
            for (const split of [ALL, ...splits])
              for (const label of [ALL, ...labels]) {
                const found = documents.get(COUNTS)?.get(counterId(VERSION, split, label));
                const items = found?.['items'] ?? 0;
                const annotations = found?.['annotations'] ?? 0;
                expect({ items, annotations }).toEqual(recount(states, split, label));
              }
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
