import {
  type AnnotationRecord,
  datasetItemStreamEvents,
  datasetStreamEvents,
  datasetVersionStreamEvents,
  type DomainEvent,
} from '@cairn/contracts';
import { applyChanges, type Document, type DocumentMaps, type Projection } from '@cairn/kernel';
import {
  DATASET,
  datasetCreated,
  HAM,
  idOf,
  itemCreated,
  labelRecord,
  OWNER,
  SPAM,
  TEST,
  TRAIN,
  VERSION,
  versionCreated,
} from '../testing/examples.js';
import { datasets } from '../datasets.js';
import { ITEMS, itemsProjection } from './items/project.js';
import { VERSION_HEADS, VERSIONS, versionsProjection } from './versions/project.js';

const timeOf = (index: number): string => `2026-01-0${index + 1}T00:00:00.000Z`;

/** The document of one stream after its events, one a day. */
const documentAfter = (model: Projection, collection: string, id: string, events: readonly DomainEvent[]) => {
  const documents: DocumentMaps = new Map<string, Map<string, Document>>();
  for (const [index, event] of events.entries())
    applyChanges(
      documents,
      model.project(event, {
        id,
        stream: `x-${id}`,
        revision: BigInt(index),
        position: String(index),
        at: timeOf(index),
        actor: { kind: 'user', id: OWNER },
        eventId: 'event',
        hash: '',
        command: '',
        commandName: '',
        correlation: 'request',
      }),
    );
  return documents.get(collection)?.get(id);
};

describe('the projection of datasets', () => {
  const {
    DatasetUpdated,
    DatasetDeleted,
    DatasetRestored,
    DatasetPurged,
    DatasetLogoSet,
    DatasetLogoRemoved,
  } = datasetStreamEvents;
  const after = (...events: readonly DomainEvent[]) =>
    documentAfter(datasets.projection, datasets.collections.assets, DATASET, [datasetCreated(), ...events]);
  const deleted = DatasetDeleted.of({ purge_at: timeOf(8) });
  const logo = { sha256: 'a'.repeat(64), size: 1, content_type: 'image/png', file_name: 'l.png' };

  it('keeps the readers, and apart from them whom it is shared with', () =>
    expect(after()).toMatchObject({
      id: DATASET,
      revision: '0',
      created_at: timeOf(0),
      updated_at: timeOf(0),
      deleted: false,
      logo: null,
      words: ['mails'],
      shared_with: [`user:${idOf('editor')}`, `user:${idOf('viewer')}`],
    }));
  it('sets and clears fields', () => {
    const set = after(DatasetUpdated.of({ changes: { name: 'New name', project_id: 'p' } }));
    expect(set).toMatchObject({
      name: 'New name',
      project_id: 'p',
      words: ['new', 'name'],
      revision: '1',
      created_at: timeOf(0),
      updated_at: timeOf(1),
    });
    const cleared = after(
      DatasetUpdated.of({ changes: { project_id: 'p' } }),
      DatasetUpdated.of({ changes: { project_id: null }, readers: [{ token: 'public' }] }),
    );
    expect(cleared).not.toHaveProperty('project_id');
    expect(cleared).toMatchObject({ readers: [{ token: 'public' }], shared_with: [] });
  });
  it('follows the logo, the active version and the deletion', () => {
    expect(after(DatasetLogoSet.of(logo))).toMatchObject({ logo });
    expect(after(DatasetLogoSet.of(logo), DatasetLogoRemoved.of({}))).toMatchObject({ logo: null });
    const activated = datasetStreamEvents.DatasetVersionActivated.of({ version_id: HAM, previous: VERSION });
    expect(after(activated)).toMatchObject({ active_version_id: HAM });
    expect(after(deleted)).toMatchObject({ deleted: true, deleted_at: timeOf(1) });
    expect(after(deleted, DatasetRestored.of({}))).not.toHaveProperty('deleted_at');
    expect(after(deleted, DatasetRestored.of({}))).toMatchObject({ deleted: false });
    expect(after(deleted, DatasetPurged.of({}))).toMatchObject({ deleted: true, purged: true });
  });
});

describe('the projection of versions', () => {
  const events = datasetVersionStreamEvents;
  const after = (...more: readonly DomainEvent[]) =>
    documentAfter(versionsProjection, VERSIONS, VERSION, [versionCreated({ complete: false }), ...more]);

  it('keeps labels and splits by id with their times', () =>
    expect(after()).toMatchObject({
      dataset_id: DATASET,
      complete: false,
      deleted: false,
      labels: { [SPAM]: { name: 'spam', created_at: timeOf(0), updated_at: timeOf(0), deleted: false } },
      splits: { [TRAIN]: { name: 'train', created_at: timeOf(0), deleted: false } },
    }));
  it('follows its own fields', () => {
    expect(after(events.DatasetVersionCompleted.of({}))).toMatchObject({ complete: true, revision: '1' });
    const updated = events.DatasetVersionUpdated.of({ changes: { name: 'Clean one', default_split: TEST } });
    expect(after(updated)).toMatchObject({
      name: 'Clean one',
      default_split: TEST,
      updated_at: timeOf(1),
    });
    const deleted = events.DatasetVersionDeleted.of({});
    expect(after(deleted)).toMatchObject({ deleted: true, deleted_at: timeOf(1) });
    expect(after(deleted, events.DatasetVersionRestored.of({}))).toMatchObject({ deleted: false });
    expect(after(deleted, events.DatasetVersionPurged.of({}))).toMatchObject({ deleted: true, purged: true });
  });
  it('keeps for lists what they show and search, without labels and splits', () => {
    const head = (...more: readonly DomainEvent[]) =>
      documentAfter(versionsProjection, VERSION_HEADS, VERSION, [versionCreated(), ...more]);
    const { labels, splits, ...told } = documentAfter(versionsProjection, VERSIONS, VERSION, [
      versionCreated(),
    ])!;
    expect([labels, splits]).not.toContain(undefined);
    expect(head()).toEqual({ ...told, words: expect.any(Array) });
    const changed = [
      events.SplitUpdated.of({ id: TRAIN, changes: { name: 't' } }),
      events.SplitDeleted.of({ id: TRAIN, default_split: TEST }),
      events.LabelUpdated.of({ id: SPAM, changes: { name: 'ham' } }),
      events.DatasetVersionUpdated.of({ changes: { name: 'Clean one' } }),
    ];
    expect(head(...changed)).toEqual({
      ...told,
      name: 'Clean one',
      words: ['clean', 'one'],
      default_split: TEST,
      revision: '4',
      updated_at: timeOf(4),
    });
  });
  it('follows a split', () => {
    const dev = { id: idOf('dev'), name: 'dev', description: '', user_id: OWNER };
    expect(after(events.SplitCreated.of(dev))).toMatchObject({
      splits: { [TRAIN]: { name: 'train' }, [dev.id]: { ...dev, created_at: timeOf(1) } },
    });
    expect(after(events.SplitUpdated.of({ id: TRAIN, changes: { name: 't' } }))).toMatchObject({
      splits: { [TRAIN]: { name: 't', created_at: timeOf(0), updated_at: timeOf(1) } },
    });
    const gone = events.SplitDeleted.of({ id: TRAIN, default_split: '' });
    expect(after(gone)).toMatchObject({ default_split: '', splits: { [TRAIN]: { deleted: true } } });
    expect(after(gone, events.SplitRestored.of({ id: TRAIN, default_split: TRAIN }))).toMatchObject({
      default_split: TRAIN,
      splits: { [TRAIN]: { deleted: false } },
    });
  });
  it('follows a label', () => {
    const created = events.LabelsCreated.of({ labels: [labelRecord({ id: idOf('n'), name: 'n' })] });
    expect(after(created)).toMatchObject({ labels: { [idOf('n')]: { name: 'n', created_at: timeOf(1) } } });
    const set = events.LabelUpdated.of({ id: SPAM, changes: { parent_id: HAM } });
    expect(after(set)).toMatchObject({ labels: { [SPAM]: { parent_id: HAM, name: 'spam' } } });
    const cleared = after(set, events.LabelUpdated.of({ id: SPAM, changes: { parent_id: null } }));
    expect(cleared).not.toHaveProperty(['labels', SPAM, 'parent_id']);
    const gone = events.LabelDeleted.of({ id: SPAM });
    expect(after(gone)).toMatchObject({ labels: { [SPAM]: { deleted: true }, [HAM]: { deleted: false } } });
    expect(after(gone, events.LabelRestored.of({ id: SPAM }))).toMatchObject({
      labels: { [SPAM]: { deleted: false, updated_at: timeOf(2) } },
    });
  });
});

describe('the projection of items', () => {
  const events = datasetItemStreamEvents;
  const id = idOf('item');
  const after = (...more: readonly DomainEvent[]) =>
    documentAfter(itemsProjection, ITEMS, id, [itemCreated(), ...more]);
  const tag: AnnotationRecord = {
    id: idOf('tag'),
    order: 0,
    name: '',
    description: '',
    label_id: SPAM,
    type: 'classification',
    value: {},
    confidence: 1,
    source: 'manual',
    ground_truth: false,
    user_id: OWNER,
  };
  const bare = { splits: [TRAIN], labels: {}, classifications: 0 };
  const tagged = { splits: [TRAIN], labels: { [SPAM]: 1, '': 1 }, classifications: 2 };
  const counts = { version_id: VERSION, before: bare, after: tagged };
  const annotated = events.ItemAnnotated.of({ added: [tag], changed: [], removed: [], counts });

  it('is found by the words of its name, file and text', () => {
    const words = { name: ['mail'], file: [], text: ['ein', 'brief'] };
    expect(after()).toMatchObject({ words, label_ids: [], classifications: 0 });
    const renamed = events.ItemUpdated.of({ changes: { name: 'x' } });
    expect(after(renamed)).toMatchObject({
      name: 'x',
      words: { ...words, name: ['x'] },
      text: 'Ein 😀 Brief',
      revision: '1',
    });
    const rewritten = events.ItemUpdated.of({ changes: { text: '天气 ok' } });
    expect(after(rewritten)).toMatchObject({ words: { ...words, text: ['天气', '气', 'ok', '天'] } });
  });
  it('is not found by the words that events of earlier releases tell', () => {
    const renamed = events.ItemUpdated.of({ changes: { name: 'x' }, words: ['x', 'ein'] });
    expect(after(renamed)).toMatchObject({ words: { name: ['x'], text: ['ein', 'brief'] } });
  });
  it('keeps annotations by id with their times', () => {
    expect(after(annotated)).toMatchObject({
      annotations: { [tag.id]: { ...tag, created_at: timeOf(1), updated_at: timeOf(1) } },
      label_ids: [SPAM],
      classifications: 2,
    });
    const changed = events.ItemAnnotated.of({
      added: [],
      changed: [{ ...tag, confidence: 0.5, created_at: timeOf(1) }],
      removed: [],
      counts,
    });
    expect(after(annotated, changed)).toMatchObject({
      annotations: { [tag.id]: { confidence: 0.5, created_at: timeOf(1), updated_at: timeOf(2) } },
    });
    const removed = events.ItemAnnotated.of({
      added: [],
      changed: [],
      removed: [tag.id],
      counts: { version_id: VERSION, before: tagged, after: bare },
    });
    expect(after(annotated, removed)).toMatchObject({ label_ids: [], classifications: 0 });
    expect(after(annotated, removed)?.['annotations']).toEqual({});
  });
  it('follows attributes, file, splits and deletion', () => {
    const attributes = events.ItemUpdated.of({ changes: { attributes: { a: 1 } } });
    expect(after(attributes)).toMatchObject({ attributes: { a: 1 } });
    const cleared = events.ItemUpdated.of({ changes: { attributes: null } });
    expect(after(attributes, cleared)).not.toHaveProperty('attributes');
    const file = { sha256: 'b'.repeat(64), size: 3, content_type: 'image/png', file_name: 'c.png' };
    const set = { file, name: 'new', extension: '.png', attributes: { width: 1 } };
    expect(after(events.ItemFileSet.of(set))).toMatchObject({
      content_sha256: file.sha256,
      size: 3,
      content_type: 'image/png',
      file_name: 'c.png',
      extension: '.png',
      attributes: { width: 1 },
      words: { name: ['new'], file: ['c', 'png'], text: ['ein', 'brief'] },
    });
    const moved = { ...counts, after: { ...bare, splits: [TEST] } };
    const splits = { added: [TEST], removed: [TRAIN], splits: [TEST], counts: moved };
    expect(after(events.ItemSplitsChanged.of(splits))).toMatchObject({ splits: [TEST] });
    const deleted = events.ItemDeleted.of({ counts: { ...counts, after: null } });
    expect(after(deleted)).toMatchObject({ deleted: true, deleted_at: timeOf(1) });
    const restored = events.ItemRestored.of({ counts: { ...counts, before: null } });
    expect(after(deleted, restored)).toMatchObject({ deleted: false });
  });
});
