import { datasetVersionStreamEvents as events, type LabelRecord } from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { datasetVersion, type KnownVersion } from '../version/state.js';
import { decideCompleteVersion } from '../../application/job/complete-version.js';
import { decideDiscardVersion } from '../../application/job/discard-version.js';
import { decideCopyVersion } from '../../application/job/request-duplicate.js';
import { copiedAnnotations, copiedSplitIds, copyId } from './copies.js';
import { decidePrepareImport, type WantedLabel } from './preparing.js';

const created = events.DatasetVersionCreated.of(events.DatasetVersionCreated.example);
const { id: versionId, dataset_id: datasetId, labels, splits } = created.data;
const spam = labels[0]!;
const train = splits[0]!;
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const prepared = (
  wantedLabels: readonly WantedLabel[],
  wantedSplits: readonly { id: string; name: string }[] = [],
) =>
  given(datasetVersion, [created]).when((state) =>
    decidePrepareImport(state, datasetId, 'me', { labels: wantedLabels, splits: wantedSplits }),
  );
const label = (id: string, name: string, number: number, more: Partial<LabelRecord> = {}): LabelRecord => ({
  id,
  name,
  description: '',
  color: '#3cb44b',
  number,
  type: 'any',
  user_id: 'me',
  auto_created: true,
  ...more,
});

/** What annotations that are told apart by nothing else have in common. */
const byHand = {
  name: '',
  description: '',
  label_id: '',
  confidence: 1,
  source: 'manual',
  ground_truth: false,
  user_id: 'u',
} as const;

describe('preparing a version for an import', () => {
  it('adds nothing that is there, whatever its case', () => {
    prepared(
      [{ id: uuid(1), name: 'SPAM', color: '#000000' }],
      [{ id: uuid(2), name: 'train' }],
    ).thenNothing();
  });

  it('tells names apart as REST does, and keeps them clean', () => {
    prepared(
      [{ id: uuid(1), name: ' Spam\u200b' }],
      [
        { id: uuid(2), name: 'TRAIN ' },
        { id: uuid(3), name: 'ｔｒａｉｎ' },
      ],
    ).thenNothing();
    prepared(
      [
        { id: uuid(1), name: ' rubber  boots ' },
        { id: uuid(3), name: 'left', parent: 'Rubber boots' },
      ],
      [{ id: uuid(2), name: 'mine\u200b' }],
    ).then(
      events.LabelsCreated.of({
        labels: [
          label(uuid(1), 'rubber boots', 1),
          label(uuid(3), 'left', 2, { color: '#4363d8', parent_id: uuid(1) }),
        ],
      }),
      events.SplitCreated.of({ id: uuid(2), name: 'mine', description: '', user_id: 'me' }),
    );
    prepared([{ id: uuid(1), name: ' ' }]).thenRefused('invalid_body');
    prepared([], [{ id: uuid(2), name: '\u200b' }]).thenRefused('invalid_body');
  });

  it('adds labels and splits that are missing', () => {
    prepared([{ id: uuid(1), name: 'ham' }], [{ id: uuid(2), name: 'mine' }]).then(
      events.LabelsCreated.of({ labels: [label(uuid(1), 'ham', 1)] }),
      events.SplitCreated.of({ id: uuid(2), name: 'mine', description: '', user_id: 'me' }),
    );
  });

  it('keeps what a file declares of a label, and gives it another number when its own is taken', () => {
    const wanted = [
      { id: uuid(1), name: 'a', number: 0, color: 'red', type: 'cloud' },
      {
        id: uuid(2),
        name: 'b',
        number: 5,
        color: '#abcdef',
        type: 'tag',
        description: 'd',
        parent: 'A',
        attributes: { k: 1 },
      },
    ];
    prepared(wanted).then(
      events.LabelsCreated.of({
        labels: [
          label(uuid(2), 'b', 5, {
            color: '#abcdef',
            type: 'tag',
            description: 'd',
            parent_id: uuid(1),
            attributes: { k: 1 },
          }),
          label(uuid(1), 'a', 6, { color: '#f032e6' }),
        ],
      }),
    );
  });

  it('lets no label stand under itself', () => {
    const state = stateAfter(datasetVersion, [created]);
    const decided = decidePrepareImport(state, datasetId, 'me', {
      labels: [
        { id: uuid(1), name: 'a', parent: 'b' },
        { id: uuid(2), name: 'b', parent: 'a' },
        { id: uuid(3), name: 'c', parent: 'a' },
      ],
      splits: [],
    });
    expect(decided).toMatchObject([
      { data: { labels: [{ id: uuid(1) }, { id: uuid(2) }, { id: uuid(3), parent_id: uuid(1) }] } },
    ]);
    expect(JSON.stringify(decided).match(/parent_id/g)).toHaveLength(1);
  });

  it('finds no version that was deleted', () => {
    given(datasetVersion, [created, events.DatasetVersionDeleted.of({})])
      .when((state) => decidePrepareImport(state, datasetId, 'me', { labels: [], splits: [] }))
      .thenRefused('not_found');
  });
});

describe('copying a version', () => {
  const copy = uuid(9);
  const known = (history: readonly Parameters<typeof stateAfter>[1][number][] = []): KnownVersion =>
    stateAfter(datasetVersion, [created, ...history]) as KnownVersion;
  const decide = (source: KnownVersion) =>
    decideCopyVersion({ status: 'none' }, source, {
      id: copy,
      userId: 'me',
      name: '2',
      position: 'p',
      body: {},
    });
  const madeOf = (source: KnownVersion): KnownVersion =>
    stateAfter(datasetVersion, decide(source) as Parameters<typeof stateAfter>[1]) as KnownVersion;

  it('gives labels and splits ids of the copy', () => {
    expect(decide(known())).toEqual([
      events.DatasetVersionCreated.of({
        ...created.data,
        id: copy,
        user_id: 'me',
        name: '2',
        labels: [{ ...spam, id: copyId(copy, spam.id) }],
        splits: [{ ...train, id: copyId(copy, train.id) }],
        default_split: copyId(copy, train.id),
        complete: false,
        origin: { version_id: versionId, position: 'p' },
      }),
    ]);
  });

  it('leaves out what was deleted', () => {
    const gone = [
      events.LabelDeleted.of({ id: spam.id }),
      events.SplitDeleted.of({ id: train.id, default_split: '' }),
    ];
    expect(decide(known(gone))).toMatchObject([{ data: { labels: [], splits: [], default_split: '' } }]);
    expect(copiedSplitIds([train.id], madeOf(known(gone)))).toEqual([]);
    const annotation = {
      id: uuid(1),
      order: 3,
      name: '',
      description: '',
      label_id: spam.id,
      type: 'classification',
      value: {},
      confidence: 1,
      source: 'manual',
      ground_truth: false,
      user_id: 'u',
    } as const;
    expect(copiedAnnotations([annotation], madeOf(known(gone)))).toEqual([]);
    expect(copiedAnnotations([annotation], madeOf(known()))).toEqual([
      { ...annotation, id: copyId(copy, annotation.id), order: 0, label_id: copyId(copy, spam.id) },
    ]);
  });

  it('ties relations and parents to the copies', () => {
    const [, relation] = copiedAnnotations(
      [
        { ...byHand, id: uuid(1), order: 0, type: 'classification', value: {} },
        {
          ...byHand,
          id: uuid(2),
          order: 1,
          type: 'relation',
          parent_id: uuid(1),
          value: { from_id: uuid(1), to_id: uuid(2), direction: 'left' },
        },
      ],
      madeOf(known()),
    );
    expect(relation).toMatchObject({
      parent_id: copyId(copy, uuid(1)),
      value: { from_id: copyId(copy, uuid(1)), to_id: copyId(copy, uuid(2)), direction: 'left' },
    });
  });

  it('leaves relations and parents that name something else as they are', () => {
    const annotation = {
      ...byHand,
      id: uuid(1),
      order: 0,
      type: 'relation',
      parent_id: uuid(9),
      value: { from_id: 'ext-1', to_id: uuid(1), direction: 'left' },
    } as const;
    expect(copiedAnnotations([annotation], madeOf(known()))).toMatchObject([
      { parent_id: uuid(9), value: { from_id: 'ext-1', to_id: copyId(copy, uuid(1)), direction: 'left' } },
    ]);
  });

  it('makes a version once', () => {
    given(datasetVersion, [created])
      .when((state) =>
        decideCopyVersion(state, known(), { id: copy, userId: 'me', name: '2', position: '', body: {} }),
      )
      .thenRefused('conflict');
  });
});

describe('a copy whose job failed', () => {
  const NOW = '2026-02-01T12:00:00.000Z';
  const incomplete = events.DatasetVersionCreated.of({ ...created.data, complete: false });
  const discarded = events.DatasetVersionDeleted.of({ purge_at: NOW });

  it('law 6: is deleted once, for a purge at once', () => {
    given(datasetVersion, [incomplete])
      .when((state) => decideDiscardVersion(state, NOW))
      .then(discarded);
    given(datasetVersion, [incomplete, discarded])
      .when((state) => decideDiscardVersion(state, NOW))
      .thenNothing();
  });
  it('stays when it was complete before', () => {
    given(datasetVersion, [incomplete, events.DatasetVersionCompleted.of({})])
      .when((state) => decideDiscardVersion(state, NOW))
      .thenNothing();
  });
  it('is not completed by a worker that comes late', () => {
    given(datasetVersion, [incomplete, discarded])
      .when((state) => decideCompleteVersion(state, false))
      .thenRefused('conflict');
  });
});
