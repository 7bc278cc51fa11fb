import { type AnnotationRecord, datasetItemStreamEvents, datasetVersionStreamEvents } from '@cairn/contracts';
import { given } from '@cairn/kernel/testkit';
import { datasetItem } from '../domain/item/state.js';
import {
  datasetCreated,
  idOf,
  itemCreated,
  OWNER,
  parents,
  SPAM,
  TRAIN,
  VERSION,
  versionCreated,
} from './examples.js';

/** An item in train without annotations, and one that is tagged as spam, for specs of decisions on items. */
export const around = parents();
export const singly = parents([datasetCreated({ multi_label: false })]);
export const withoutSpam = parents(undefined, [
  versionCreated(),
  datasetVersionStreamEvents.LabelDeleted.of({ id: SPAM }),
]);
export const TAG = idOf('tag');
export const tag = (changes: Partial<AnnotationRecord> = {}): AnnotationRecord => ({
  id: TAG,
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
  ...changes,
});
export const stored = (changes: Partial<AnnotationRecord> = {}): AnnotationRecord => ({
  ...tag(changes),
  created_at: '2026-01-01T00:00:00.000Z',
});
export const tally = (
  splits: string[] = [TRAIN],
  labels: Record<string, number> = {},
  classifications = 0,
) => ({
  splits,
  labels,
  classifications,
});
type TallyLike = ReturnType<typeof tally> | null;
export const counts = (before: TallyLike, after: TallyLike) => ({ version_id: VERSION, before, after });
export const tagged = itemCreated({
  annotations: [tag()],
  counts: counts(null, tally([TRAIN], { [SPAM]: 1 }, 1)),
});
export const deleted = datasetItemStreamEvents.ItemDeleted.of({ counts: counts(tally(), null) });
export const bare = given(datasetItem, [itemCreated()]);
export const annotated = given(datasetItem, [tagged]);
export const annotator = { userId: OWNER, annotationId: (ordinal: number) => idOf(`new${ordinal}`) };
