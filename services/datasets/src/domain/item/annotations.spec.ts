import { datasetItemStreamEvents, type AnnotationRecord } from '@cairn/contracts';
import { stateAfter } from '@cairn/kernel/testkit';
import { HAM, idOf, OWNER, SPAM, TRAIN } from '../../testing/examples.js';
import {
  around,
  singly,
  withoutSpam,
  TAG,
  tag,
  stored,
  tally,
  counts,
  tagged,
  bare,
  annotated,
} from '../../testing/items.js';
import { decideCreateAnnotation } from '../../application/item/create-annotation.js';
import { decideDeleteAnnotation } from '../../application/item/delete-annotation.js';
import { decideUpdateAnnotation } from '../../application/item/update-annotation.js';
import { datasetItem } from './state.js';

const events = datasetItemStreamEvents;

describe('values of annotations', () => {
  const value = (type: AnnotationRecord['type'], content: object) =>
    bare.when((state) =>
      decideCreateAnnotation(state, { type, value: { ...content } }, around, { id: TAG, userId: OWNER }),
    );
  it.each([
    ['rectangle', { x: 0, y: 0, width: -1, height: 1 }],
    ['rectangle', { x: 0, y: 0, width: 1 }],
    [
      'polygon',
      {
        points: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
    ['polyline', { points: [] }],
    ['points', { points: [[1]] }],
    ['keypoints', { points: [[1, 1]] }],
    ['mask', { size: [2, 2], counts: [3] }],
    ['mask', { size: [2], counts: [4] }],
    ['span', { start: 0.5, end: 1, text: '' }],
    ['time_span', { start: 2, end: 1 }],
    ['transcription', {}],
    ['relation', { from_id: 'a', to_id: 'b', direction: 'up' }],
  ] as const)('refuses a %s of %j', (type, content) =>
    value(type, content).thenRefused('annotation_value_invalid'),
  );
  it.each([
    ['classification', {}],
    ['rectangle', { x: -1, y: 0.5, width: 1, height: 1, rotation: 45 }],
    [
      'polygon',
      {
        points: [
          [0, 0],
          [1, 1],
          [0, 1],
        ],
        holes: [
          [
            [0, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      },
    ],
    ['polyline', { points: [[0, 0]] }],
    ['points', { points: [[0, 0]] }],
    ['keypoints', { points: [[1, 1, 2]], names: ['nose'] }],
    ['mask', { size: [2, 2], counts: [3, 1] }],
    ['span', { start: 0, end: 3, text: 'Ein' }],
    ['time_span', { start: 0, end: 1.5 }],
    ['transcription', { text: '', language: 'de' }],
    ['relation', { from_id: 'a', to_id: 'b', direction: 'right' }],
  ] as const)('takes a %s of %j', (type, content) =>
    value(type, content).then(
      events.ItemAnnotated.of({
        added: [tag({ label_id: '', type, value: { ...content } })],
        changed: [],
        removed: [],
        counts: counts(tally(), tally([TRAIN], { '': 1 }, type === 'classification' ? 1 : 0)),
      }),
    ),
  );
});

describe('annotations', () => {
  const one = { id: idOf('new'), userId: OWNER };
  it('come after those that are there', () =>
    annotated
      .when((state) =>
        decideCreateAnnotation(
          state,
          { type: 'rectangle', value: { x: 0, y: 0, width: 1, height: 1 }, label_id: HAM },
          around,
          one,
        ),
      )
      .then(
        events.ItemAnnotated.of({
          added: [
            tag({
              id: idOf('new'),
              order: 1,
              type: 'rectangle',
              label_id: HAM,
              value: { x: 0, y: 0, width: 1, height: 1 },
            }),
          ],
          changed: [],
          removed: [],
          counts: counts(tally([TRAIN], { [SPAM]: 1 }, 1), tally([TRAIN], { [SPAM]: 1, [HAM]: 1 }, 1)),
        }),
      ));
  it('are one classification where the dataset says so, not counting hidden ones', () => {
    const add = (context: typeof around) =>
      annotated.when((state) => decideCreateAnnotation(state, { type: 'classification' }, context, one));
    add(singly).thenRefused('multi_label_violation');
    const hidden = { ...singly, version: withoutSpam.version };
    expect(
      decideCreateAnnotation(stateAfter(datasetItem, [tagged]), { type: 'classification' }, hidden, one),
    ).toHaveLength(1);
  });
  it('change, held against the type that they have then', () => {
    annotated
      .when((state) => decideUpdateAnnotation(state, TAG, { label_id: null, confidence: 0.1 }, around))
      .then(
        events.ItemAnnotated.of({
          added: [],
          changed: [stored({ label_id: '', confidence: 0.1 })],
          removed: [],
          counts: counts(tally([TRAIN], { [SPAM]: 1 }, 1), tally([TRAIN], { '': 1 }, 1)),
        }),
      );
    annotated
      .when((state) => decideUpdateAnnotation(state, TAG, { type: 'rectangle' }, around))
      .thenRefused('annotation_value_invalid');
    annotated.when((state) => decideUpdateAnnotation(state, idOf('x'), {}, around)).thenRefused('not_found');
    annotated.when((state) => decideUpdateAnnotation(state, TAG, {}, withoutSpam)).thenRefused('not_found');
  });
  it('leave the value of their former type when they classify from then on', () => {
    const box = tag({ type: 'rectangle', value: { x: 0, y: 0, width: 1, height: 1 } });
    const state = stateAfter(datasetItem, [{ ...tagged, data: { ...tagged.data, annotations: [box] } }]);
    const decided = decideUpdateAnnotation(state, TAG, { type: 'classification' }, around);
    expect(decided).toMatchObject([{ data: { changed: [{ type: 'classification', value: {} }] } }]);
    expect(decided).not.toMatchObject([{ data: { changed: [{ value: { width: 1 } }] } }]);
  });
  it('go once', () => {
    annotated
      .when((state) => decideDeleteAnnotation(state, TAG, around))
      .then(
        events.ItemAnnotated.of({
          added: [],
          changed: [],
          removed: [TAG],
          counts: counts(tally([TRAIN], { [SPAM]: 1 }, 1), tally()),
        }),
      );
    bare.when((state) => decideDeleteAnnotation(state, TAG, around)).thenRefused('not_found');
  });
});
