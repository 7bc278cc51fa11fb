import type { DomainEvent } from '@cairn/contracts';
import { applyChanges, type Document, type DocumentMaps, isRefusal } from '@cairn/kernel';
import { stateAfter } from '@cairn/kernel/testkit';
import fc from 'fast-check';
import { decideCreateItem } from '../../application/item/create-item.js';
import { decideDeleteItem } from '../../application/item/delete-item.js';
import { decideRemoveItemFromSplit } from '../../application/item/remove-item-from-split.js';
import { decideRestoreItem } from '../../application/item/restore-item.js';
import { decideUpdateItem } from '../../application/item/update-item.js';
import { datasetItem, type ItemState, type KnownItem } from '../../domain/item/state.js';
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
  types: fc.constantFrom<('classification' | 'transcription')[]>('classification', 'transcription'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let serial = 0;
const decideStep = (state: ItemState, { item, act, types, ...wanted }: Step) => {
  const annotator = { userId: OWNER, annotationId: () => idOf(`annotation${serial++}`) };
  const body = {
    splits: wanted.splits.map((id) => ({ id })),
    annotations: wanted.labels.map((label_id) => ({
      type: types,
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
  eventId: 'event',
  hash: '',
  command: '',
  commandName: '',
  correlation: 'request',
} as const;

const isIn = (state: ItemState, split: string): state is KnownItem =>
  state.status === 'live' && (split === ALL || state.splits.includes(split));

const annotationsWith = (item: KnownItem, label: string): number =>
  Object.values(item.annotations).filter(({ label_id }) => label === ALL || label_id === label).length;

/** Counts of one combination, from the states themselves. */
const recount = (states: readonly ItemState[], split: string, label: string) => {
  const each = states.flatMap((state) => (isIn(state, split) ? [annotationsWith(state, label)] : []));
  return {
    items: label === ALL ? each.length : each.filter((count) => count > 0).length,
    annotations: each.reduce((sum, count) => sum + count, 0),
  };
};

const counted = (documents: DocumentMaps, split: string, label: string) => {
  const found = documents.get(COUNTS)?.get(counterId(VERSION, split, label));
  return { items: found?.['items'] ?? 0, annotations: found?.['annotations'] ?? 0 };
};

const combinations = [ALL, ...splits].flatMap((split) =>
  [ALL, ...labels].map((label) => [split, label] as const),
);

type Counting = Parameters<typeof countersProjection.project>[0];
const counts = (event: DomainEvent): event is Counting =>
  countersProjection.events.some(({ name }) => name === event.type);

/** Items under way, with the counters that their events made. */
class Counted {
  readonly streams: DomainEvent[][] = Array.from({ length: ITEMS }, () => []);
  readonly documents: DocumentMaps = new Map<string, Map<string, Document>>();

  append(item: number, event: DomainEvent): void {
    this.streams[item]!.push(event);
    if (counts(event)) applyChanges(this.documents, countersProjection.project(event, facts));
  }

  expectExact(): void {
    const states = this.streams.map((events) => stateAfter(datasetItem, events));
    for (const [split, label] of combinations)
      expect(counted(this.documents, split, label)).toEqual(recount(states, split, label));
  }
}

describe('counters', () => {
  it('law 7: equal a recount after every event, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const all = new Counted();
        for (const one of steps) {
          const decided = decideStep(stateAfter(datasetItem, all.streams[one.item]!), one);
          for (const event of isRefusal(decided) ? [] : decided) {
            all.append(one.item, event);
            all.expectExact();
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
