import { annotationTypes, datasetVersionStreamEvents, type FileRecord } from '@cairn/contracts';
import { stateAfter } from '@cairn/kernel/testkit';
import fc from 'fast-check';
import { HAM, idOf, labelRecord, SPAM, versionCreated } from '../../testing/examples.js';
import { stored } from '../../testing/items.js';
import { datasetVersion, type KnownVersion, liveLabel } from '../version/state.js';
import { annotationsRefused, MOST_ANNOTATIONS, newAnnotation } from './annotations.js';
import { type Prediction, type ProposalContext, proposalsOf } from './proposals.js';
import type { KnownItem } from './state.js';

const { LabelDeleted, LabelsCreated } = datasetVersionStreamEvents;

const GONE = idOf('gone');
const version = stateAfter(datasetVersion, [
  versionCreated(),
  LabelsCreated.of({ labels: [labelRecord({ id: GONE, name: 'gone', number: 2 })] }),
  LabelDeleted.of({ id: GONE }),
]) as KnownVersion;

const said = (prediction: string, confidence = 0.9, more: Partial<Prediction> = {}): Prediction => ({
  prediction,
  confidence,
  type: 'classification',
  value: {},
  ...more,
});

const span = (start: number, end: number, text?: string, prediction = 'spam') =>
  said(prediction, 0.9, { type: 'span', value: { start, end, text } });

const annotated = (...annotations: Parameters<typeof stored>[0][]): KnownItem['annotations'] =>
  Object.fromEntries(
    annotations.map((changes, order) => {
      const id = idOf(`stands ${order}`);
      return [id, stored({ id, order, ...changes })];
    }),
  );

const FILE: FileRecord = { file_name: 'a.txt', size: 1, content_type: 'text/plain', sha256: '0'.repeat(64) };

type Changes = Partial<Omit<ProposalContext, 'item'>> & Partial<ProposalContext['item']>;

const ask = (
  predictions: readonly Prediction[],
  { text = 'a 👍 b', file = null, annotations = {}, ...changes }: Changes = {},
) =>
  proposalsOf(predictions, {
    version,
    multi_label: true,
    threshold: 0.5,
    labelMap: {},
    item: { text, file, annotations },
    untouched: {},
    ...changes,
  });

const labelsOf = (...asked: Parameters<typeof ask>) => ask(...asked).annotations.map((one) => one.label_id);
const leftOf = (...asked: Parameters<typeof ask>) =>
  Object.fromEntries(ask(...asked).left.map(({ code, count }) => [code, count]));

describe('what the answers of a model become', () => {
  it('is an annotation of the label that the map, or else the answer, names', () => {
    const labelMap = { LABEL_1: 'Ham', spam: 'ham' };
    expect(ask([said('LABEL_1', 0.7)], { labelMap }).annotations).toEqual([
      { type: 'classification', label_id: HAM, value: {}, confidence: 0.7 },
    ]);
    expect(labelsOf([said(' SPAM ')])).toEqual([SPAM]);
    expect(labelsOf([said('spam')], { labelMap })).toEqual([HAM]);
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(ask([said(name)], { labelMap })).toMatchObject({ annotations: [], unknown: [name] });
  });

  it('is left with its reason, counted', () => {
    const answers = [
      said('eggs'),
      said('gone'),
      said('spam', 0.4),
      said('spam', 1, { type: 'embedding', value: [1, 2] }),
      said('Eggs'),
      said('ham', 1, { type: 'rectangle', value: { x: 1 } }),
    ];
    expect(ask(answers)).toEqual({
      annotations: [],
      left: [
        { code: 'label_unknown', count: 2 },
        { code: 'label_deleted', count: 1 },
        { code: 'below_threshold', count: 1 },
        { code: 'not_an_annotation', count: 1 },
        { code: 'value_invalid', count: 1 },
      ],
      unknown: ['eggs'],
      disagrees: false,
    });
  });

  it('asks for no label of a name that none can have, or that would stand nowhere', () => {
    const names = ['', ' \u200b', 'a'.repeat(201), 'a\nb', '\ud800'];
    expect(ask(names.map((name) => said(name)))).toMatchObject({
      left: [{ code: 'label_unknown', count: names.length }],
      unknown: [],
    });
    const answers = [said('spam'), said('eggs', 0.8), said('milk', 0.1), span(0, 99, undefined, 'butter')];
    expect(ask(answers, { multi_label: false }).unknown).toEqual([]);
  });

  it('counts spans in code points, and cannot hold them against the text of a file', () => {
    expect(ask([span(2, 3, '👍'), span(2, 4, '👍'), span(4, 6)])).toMatchObject({
      annotations: [{ label_id: SPAM, value: { start: 2, end: 3, text: '👍' } }],
      left: [{ code: 'value_invalid', count: 2 }],
    });
    expect(labelsOf([span(4, 600, 'far')], { text: '', file: FILE })).toEqual([SPAM]);
  });

  it('has no label when it is a transcription', () =>
    expect(
      ask([said('spam', 2, { type: 'transcription', value: { text: 'spam', times: [] } })]),
    ).toMatchObject({
      annotations: [{ type: 'transcription', label_id: '', value: { text: 'spam' }, confidence: 1 }],
      unknown: [],
    }));

  it('stands there once', () => {
    const annotations = annotated({}, { type: 'span', value: { start: 0, end: 1, text: 'a' } });
    expect(leftOf([said('spam'), span(0, 1), span(2, 3), span(2, 3)], { annotations })).toEqual({
      there_already: 3,
    });
  });

  it('stands there only while there is room', () => {
    const annotations = annotated(
      ...Array.from({ length: MOST_ANNOTATIONS - 1 }, () => ({ type: 'span' as const })),
    );
    expect(ask([span(0, 1), span(1, 2)], { annotations })).toMatchObject({
      annotations: [{ value: { start: 0, end: 1 } }],
      left: [{ code: 'too_many_annotations', count: 1 }],
    });
  });
});

describe('classifications', () => {
  const answers = [said('ham', 0.6), said('spam', 0.9), said('eggs', 0.1)];

  it('are those at the threshold where there may be several, the best alone without one', () => {
    expect(labelsOf(answers)).toEqual([HAM, SPAM]);
    expect(labelsOf(answers, { threshold: 0 })).toEqual([SPAM]);
    expect(leftOf(answers, { threshold: 0 })).toEqual({ not_best: 2 });
    expect(labelsOf([said('ham', NaN), said('spam', 7), said('ham', -1)], { threshold: 0 })).toEqual([SPAM]);
  });

  it.each([0.1, 0.7, 0.9, 1])(
    'at the threshold %d are taken, also where they came with 32 bits',
    (threshold) => {
      for (const confidence of [threshold, Math.fround(threshold)])
        expect(labelsOf([said('spam', confidence)], { threshold })).toEqual([SPAM]);
      expect(labelsOf([said('spam', threshold - 1e-6)], { threshold })).toEqual([]);
    },
  );

  it('are the best alone where there may be one', () => {
    expect(labelsOf(answers, { multi_label: false })).toEqual([SPAM]);
    expect(leftOf(answers, { multi_label: false })).toEqual({ not_best: 1, below_threshold: 1 });
  });

  it.each([
    ['of another label', { label_id: HAM }, 'kept_theirs', true],
    ['without a label', { label_id: '' }, 'kept_theirs', true],
    ['of that label', { label_id: SPAM }, 'there_already', false],
  ])('leave one of a person %s where there may be one', (_, theirs, code, disagrees) => {
    const around = { multi_label: false, annotations: annotated(theirs) };
    expect(ask([said('spam')], around)).toEqual({
      annotations: [],
      left: [{ code, count: 1 }],
      unknown: [],
      disagrees,
    });
    expect(ask([said('spam', 0.2)], around)).toMatchObject({
      left: [{ code: 'below_threshold' }],
      disagrees,
    });
  });

  it('take the place of one that a deleted label hides', () =>
    expect(
      labelsOf([said('spam')], { multi_label: false, annotations: annotated({ label_id: GONE }) }),
    ).toEqual([SPAM]));
});

describe('answers of a hostile model', () => {
  const number = fc.oneof(fc.double(), fc.integer({ min: -2, max: 9 }));
  const part = fc.oneof(number, fc.string(), fc.anything(), fc.array(fc.array(number)), fc.array(number));
  const names = ['x', 'y', 'width', 'height', 'points', 'holes', 'size', 'counts', 'start', 'end', 'text'];
  const value = fc.oneof(
    fc.anything(),
    fc.dictionary(fc.constantFrom(...names, 'from_id', 'to_id', 'direction', '__proto__'), part),
    fc.record({ start: fc.nat(6), end: fc.nat(6) }),
    fc.record({
      from_id: fc.string(),
      to_id: fc.string(),
      direction: fc.dictionary(fc.constant('toString'), part),
    }),
  );
  const prediction = fc.record({
    prediction: fc.oneof(fc.constantFrom('spam', 'ham', 'gone', '__proto__'), fc.string({ unit: 'binary' })),
    confidence: number,
    type: fc.oneof(fc.constantFrom<string>(...annotationTypes), fc.string()),
    value,
  });
  const standing = fc.constantFrom(
    [],
    [{}],
    [{ label_id: GONE }],
    [{ label_id: '' }, { type: 'span' as const }],
  );

  it('never throw, and what they become may stand there', () => {
    fc.assert(
      fc.property(
        fc.array(prediction, { maxLength: 20 }),
        fc.boolean(),
        number,
        standing,
        fc.boolean(),
        (predictions, multi_label, threshold, stands, hasFile) => {
          const item = {
            text: hasFile ? '' : 'a 👍 b',
            file: hasFile ? FILE : null,
            annotations: annotated(...stands),
          };
          const { annotations, left } = ask(predictions, { multi_label, threshold, ...item });
          const made = annotations.map((one, order) =>
            newAnnotation(one, { id: idOf(`new ${order}`), order, userId: '' }),
          );
          const all = {
            text: item.text,
            hasFile,
            annotations: [...Object.values(item.annotations), ...made],
          };
          const rules = { multi_label, hasLabel: (id: string) => liveLabel(version, id) !== undefined };
          expect(annotationsRefused(all, made, rules)).toBeUndefined();
          expect(made.every(({ confidence }) => confidence >= 0 && confidence <= 1)).toBe(true);
          expect(left.reduce((sum, { count }) => sum + count, made.length)).toBe(predictions.length);
        },
      ),
      { seed: 35, numRuns: 1_000 },
    );
  });

  it('cost little, however many and long they are', () => {
    const points = Array.from({ length: 200_000 }, (_, at) => [at, at]);
    const long = 'a'.repeat(1_000_000);
    const answers = Array.from({ length: 20_000 }, (_, at) => span(0, at, long, long));
    const outcome = ask([said('spam', 1, { type: 'polyline', value: { points } }), ...answers]);
    expect(outcome.annotations).toHaveLength(1);
  });
});
