import { datasetItemStreamEvents } from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { HAM, idOf, itemCreated as created, SPAM, TEST, TRAIN, VERSION } from '../../testing/examples.js';
import {
  around,
  singly,
  withoutSpam,
  TAG,
  tag,
  stored,
  tally,
  counts,
  deleted,
  bare,
  annotated,
  annotator,
} from '../../testing/items.js';
import { decideAddItemToSplit } from '../../application/item/add-items-to-split.js';
import { decideCreateItem } from '../../application/item/create-item.js';
import { decideDeleteItem } from '../../application/item/delete-item.js';
import { decideRemoveItemFromSplit } from '../../application/item/remove-item-from-split.js';
import { decideRestoreItem } from '../../application/item/restore-item.js';
import { decideSetItemFile } from '../../application/item/set-item-file.js';
import { decideUpdateItem } from '../../application/item/update-item.js';
import { datasetItem } from './state.js';

const events = datasetItemStreamEvents;

const updated = (changes: object) => events.ItemUpdated.of({ version_id: VERSION, changes });

describe('creating an item', () => {
  const make = (body: object, context = around) =>
    given(datasetItem, []).when((state) =>
      decideCreateItem(state, body, context, { id: idOf('item'), ...annotator }),
    );

  it('goes to the default split when it names none', () =>
    make({ name: 'mail', text: 'Ein 😀 Brief' }).then(created()));
  it('counts its splits and annotations', () =>
    make({
      name: 'mail',
      text: 'Ein 😀 Brief',
      splits: [{ id: TEST }, { id: TEST }],
      annotations: [
        { type: 'classification', label_id: SPAM },
        { type: 'span', value: { start: 4, end: 5, text: '😀' } },
      ],
    }).then(
      created({
        splits: [TEST],
        annotations: [
          tag({ id: idOf('new0') }),
          tag({
            id: idOf('new1'),
            order: 1,
            label_id: '',
            type: 'span',
            value: { start: 4, end: 5, text: '😀' },
          }),
        ],
        counts: counts(null, tally([TEST], { [SPAM]: 1, '': 1 }, 1)),
      }),
    ));
  it('stands in no split when it says so', () =>
    make({ name: 'mail', text: 'Ein 😀 Brief', splits: [] }).then(
      created({ splits: [], counts: counts(null, tally([])) }),
    ));
  it('refuses splits and labels of other versions', () => {
    make({ splits: [{ id: idOf('x') }] }).thenRefused('foreign_split');
    make({ annotations: [{ type: 'classification', label_id: idOf('x') }] }).thenRefused('foreign_label');
    make({ annotations: [{ type: 'classification', label_id: SPAM }] }, withoutSpam).thenRefused(
      'foreign_label',
    );
  });
  it('counts spans in code points and compares their text', () => {
    const span = (start: number, end: number, text: string) => ({
      text: 'a😀b',
      annotations: [{ type: 'span', value: { start, end, text } }],
    });
    make(span(2, 3, 'a')).thenRefused('annotation_value_invalid');
    make(span(2, 4, 'b')).thenRefused('annotation_value_invalid');
    make(span(2, 1, '')).thenRefused('annotation_value_invalid');
  });
  it('holds one classification where the dataset says so', () =>
    make({ annotations: [{ type: 'classification' }, { type: 'classification' }] }, singly).thenRefused(
      'multi_label_violation',
    ));
  it('law 7: is not larger than it may be', () => {
    make({ text: 'x'.repeat(4_000_001) }).thenRefused('item_too_large');
    const many = Array.from({ length: 10_001 }, () => ({ type: 'classification' }));
    make({ annotations: many }).thenRefused('too_many_annotations');
  });
  it('law 7: counts the texts that spans get among what it holds', () => {
    const text = 'ä'.repeat(1_000_000);
    const spans = (many: number, value: object) =>
      Array.from({ length: many }, () => ({ type: 'span', value: { start: 0, end: 1_000_000, ...value } }));
    make({ text, annotations: spans(1, {}) }).thenRefused('item_too_large');
    make({ text, annotations: spans(10_000, {}) }).thenRefused('item_too_large');
    make({ text, annotations: spans(10_000, { text: 'ä' }) }).thenRefused('annotation_value_invalid');
  });
  it('law 7: measures what was said and not when, so that what could be made can be changed', () => {
    const annotations = Array.from({ length: 9_500 }, (_, at) =>
      tag({ id: `${at}`, type: 'rectangle', label_id: '', name: 'n'.repeat(200) }),
    );
    const size = Buffer.byteLength(JSON.stringify(annotations));
    expect([size < 3_999_000, size + 9_500 * 40 > 4_000_000]).toEqual([true, true]);
    given(datasetItem, [created({ annotations })])
      .when((state) => decideUpdateItem(state, { text: 'Ein langer Brief' }, around, annotator))
      .then(updated({ text: 'Ein langer Brief' }));
  });
  it('law 7: an item that is over it may be what it is or smaller, and no larger', () => {
    const over = given(datasetItem, [created({ text: 'x', attributes: { a: 'x'.repeat(4_000_001) } })]);
    const update = (body: object) => over.when((state) => decideUpdateItem(state, body, around, annotator));
    update({ name: 'n' }).then(updated({ name: 'n' }));
    update({ text: '' }).then(updated({ text: '' }));
    update({ text: 'xy' }).thenRefused('item_too_large');
  });
  it('is done once', () =>
    bare
      .when((state) => decideCreateItem(state, {}, around, { id: idOf('item'), ...annotator }))
      .thenRefused('conflict'));
});

describe('changing an item', () => {
  const update = (body: object, past = annotated, context = around) =>
    past.when((state) => decideUpdateItem(state, body, context, annotator));

  it('sets fields', () =>
    update({ name: 'Letter', attributes: { a: 1 } }).then(updated({ name: 'Letter', attributes: { a: 1 } })));
  it('says nothing when nothing changes', () =>
    update({
      name: 'mail',
      splits: [{ id: TRAIN }],
      annotations: [{ id: TAG, type: 'classification' }],
    }).thenNothing());
  it('refuses an annotation that stands there twice', () => {
    const twice = [
      { id: TAG, type: 'classification', label_id: SPAM },
      { id: TAG, type: 'classification', label_id: HAM },
    ];
    update({ annotations: twice }).thenRefused('invalid_body');
  });
  it('replaces splits and annotations, each event with its counts', () => {
    const before = tally([TRAIN], { [SPAM]: 1 }, 1);
    const between = tally([TEST], { [SPAM]: 1 }, 1);
    update({ splits: [{ id: TEST }], annotations: [{ type: 'classification', label_id: HAM }] }).then(
      events.ItemSplitsChanged.of({
        added: [TEST],
        removed: [TRAIN],
        splits: [TEST],
        counts: counts(before, between),
      }),
      events.ItemAnnotated.of({
        added: [tag({ id: idOf('new0'), order: 1, label_id: HAM })],
        changed: [],
        removed: [TAG],
        counts: counts(between, tally([TEST], { [HAM]: 1 }, 1)),
      }),
    );
  });
  it('keeps an annotation that is named by its id and what it does not name of it', () =>
    update({ annotations: [{ id: TAG, type: 'classification', confidence: 0.5 }] }).then(
      events.ItemAnnotated.of({
        added: [],
        changed: [stored({ confidence: 0.5 })],
        removed: [],
        counts: counts(tally([TRAIN], { [SPAM]: 1 }, 1), tally([TRAIN], { [SPAM]: 1 }, 1)),
      }),
    ));
  it('keeps what the caller cannot see: annotations under a deleted label', () =>
    update({ annotations: [] }, annotated, withoutSpam).thenNothing());
  it('refuses a text that its spans do not fit any more', () => {
    const span = tag({ type: 'span', value: { start: 4, end: 5, text: '😀' } });
    update({ text: 'short' }, given(datasetItem, [created({ annotations: [span] })])).thenRefused(
      'annotation_value_invalid',
    );
  });
  it('takes another text though a deleted label hides a span, which goes when it does not fit', () => {
    const spans = ['Ein', '😀'].map((text, order) =>
      tag({
        id: idOf(`span${order}`),
        order,
        type: 'span',
        value: { start: order * 4, end: order * 4 + text.replace('😀', '.').length, text },
      }),
    );
    const past = given(datasetItem, [created({ annotations: spans })]);
    update({ text: 'Ein Brief' }, past).thenRefused('annotation_value_invalid');
    update({ text: 'Ein Brief' }, past, withoutSpam).then(
      updated({ text: 'Ein Brief' }),
      events.ItemAnnotated.of({
        added: [],
        changed: [],
        removed: [idOf('span1')],
        counts: counts(tally([TRAIN], { [SPAM]: 2 }, 0), tally([TRAIN], { [SPAM]: 1 }, 0)),
      }),
    );
  });
  it('refuses what does not belong to the version', () => {
    update({ splits: [{ id: idOf('x') }] }).thenRefused('foreign_split');
    update({ annotations: [{ type: 'classification', label_id: idOf('x') }] }).thenRefused('foreign_label');
    update({ name: 'x' }, given(datasetItem, [created({ version_id: idOf('x') })])).thenRefused('not_found');
    update({ name: 'x' }, given(datasetItem, [created(), deleted])).thenRefused('not_found');
    update({ name: 'x' }, given(datasetItem, [])).thenRefused('not_found');
  });
});

describe('deleting and restoring an item', () => {
  it('counts it out and in', () => {
    bare.when((state) => decideDeleteItem(state, around)).then(deleted);
    const gone = given(datasetItem, [created(), deleted]);
    gone
      .when((state) => decideRestoreItem(state, around))
      .then(events.ItemRestored.of({ counts: counts(null, tally()) }));
    gone.when((state) => decideDeleteItem(state, around)).thenRefused('not_found');
    bare.when((state) => decideRestoreItem(state, around)).thenRefused('not_deleted');
  });
  it('does not bring back more classifications than its dataset allows by now', () => {
    const two = created({ annotations: [tag(), tag({ id: idOf('other'), order: 1, label_id: HAM })] });
    const gone = given(datasetItem, [two, deleted]);
    gone.when((state) => decideRestoreItem(state, singly)).thenRefused('multi_label_violation');
    const hidden = { ...singly, version: withoutSpam.version };
    expect(decideRestoreItem(stateAfter(datasetItem, [two, deleted]), hidden)).toHaveLength(1);
  });
});

describe('the file of an item', () => {
  const file = { sha256: 'b'.repeat(64), size: 3, content_type: 'image/png', file_name: 'Cat.PNG' };
  it('brings its extension, its size in pixels, and a name when there is none', () =>
    given(datasetItem, [created({ name: '', text: '' })])
      .when((state) =>
        decideSetItemFile(state, file, { now: { width: 4, height: 3 }, before: undefined }, around),
      )
      .then(
        events.ItemFileSet.of({
          version_id: VERSION,
          file,
          name: 'Cat.PNG',
          extension: '.png',
          attributes: { width: 4, height: 3 },
        }),
      ));
  it.each([
    [{ width: 4, height: 3 }, { attributes: null }],
    [{ width: 4, height: 3, shot: 'at dawn' }, { attributes: { shot: 'at dawn' } }],
    [{ width: 5, height: 3 }, { attributes: { width: 5 } }],
  ])('takes with it what was read from the file before, and leaves what a caller set: %j', (had, left) => {
    const state = stateAfter(datasetItem, [created({ attributes: had })]);
    const sizes = { now: undefined, before: { width: 4, height: 3 } };
    expect(decideSetItemFile(state, file, sizes, around)).toMatchObject([{ data: left }]);
  });
  it('is not found for a deleted item', () =>
    given(datasetItem, [created(), deleted])
      .when((state) => decideSetItemFile(state, file, { now: undefined, before: undefined }, around))
      .thenRefused('not_found'));
});

describe('splits of an item', () => {
  it('are added once', () => {
    bare
      .when((state) => decideAddItemToSplit(state, TEST, around))
      .then(
        events.ItemSplitsChanged.of({
          added: [TEST],
          removed: [],
          splits: [TRAIN, TEST],
          counts: counts(tally(), tally([TRAIN, TEST])),
        }),
      );
    bare.when((state) => decideAddItemToSplit(state, TRAIN, around)).thenNothing();
    bare.when((state) => decideAddItemToSplit(state, idOf('x'), around)).thenRefused('not_found');
  });
  it('leave the item while it is in another, else delete it', () => {
    const both = given(datasetItem, [created({ splits: [TRAIN, TEST] })]);
    both
      .when((state) => decideRemoveItemFromSplit(state, TRAIN, around))
      .then(
        events.ItemSplitsChanged.of({
          added: [],
          removed: [TRAIN],
          splits: [TEST],
          counts: counts(tally([TRAIN, TEST]), tally([TEST])),
        }),
      );
    bare.when((state) => decideRemoveItemFromSplit(state, TRAIN, around)).then(deleted);
    bare.when((state) => decideRemoveItemFromSplit(state, TEST, around)).thenRefused('not_found');
  });
});
