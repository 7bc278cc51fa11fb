/** What an answer becomes beside what others made of an item. */
import { type AnnotationRecord, datasetItemStreamEvents as events } from '@cairn/contracts';
import { stateAfter } from '@cairn/kernel/testkit';
import { HAM, idOf, itemCreated, OWNER, SPAM, VERSION } from '../../testing/examples.js';
import { around, counts, singly, tag, tally } from '../../testing/items.js';
import { datasetItem, type KnownItem } from '../item/state.js';
import { type AnsweredJob, writtenOn } from './answered.js';

const [FIRST, SECOND] = [idOf('first'), idOf('second')];
const none = counts(tally(), tally());
type Events = Parameters<typeof stateAfter>[1];

/** What a post-processor wrote. */
const madeBy = (by: string, label_id: string): AnnotationRecord => {
  const post = { post_processor_id: idOf(by), post_processor_job_id: idOf(`${by} job`) };
  return tag({ id: idOf(`${by} ${label_id}`), label_id, source: 'post_processor', ...post });
};
const annotated = (change: Partial<Parameters<typeof events.ItemAnnotated.of>[0]>) =>
  events.ItemAnnotated.of({ added: [], changed: [], removed: [], counts: none, ...change });
const processed = (by: string, content: string) =>
  events.ItemProcessed.of({
    ...{ version_id: VERSION, post_processor_id: idOf(by), job_id: idOf(`${by} job`), content },
    ...{ outcome: 'applied', applied: 1, left: [] },
  });
const wrote = (by: string, label_id: string, content = '0'): Events => [
  annotated({ added: [madeBy(by, label_id)] }),
  processed(by, content),
];
const texted = events.ItemUpdated.of({ version_id: VERSION, changes: { text: 'another' } });

const item = (...after: Events) => stateAfter(datasetItem, after) as KnownItem;
const classification = (prediction: string) => ({
  ...{ prediction, confidence: 0.9, type: 'classification', value: {} },
});

/** The labels of an item once the first post-processor has written its answer about the text that it has now. */
const written = (known: KnownItem, answer: string, parents = around) => {
  const job: AnsweredJob = {
    ...{ id: idOf('job'), post_processor_id: FIRST, content: known.processing.text_at, user_id: OWNER },
    answer: { ...{ result: '', cut: 0, read: 'text', inference_id: '', model_id: '' }, model_version_id: '' },
    predictions: [classification(answer)],
  };
  const settings = { confidence_threshold: 0.5, output_target: 'annotations' } as const;
  const annotationId = (ordinal: number) => idOf(`written ${ordinal}`);
  const { events: made, outcome, left } = writtenOn(known, job, { parents, settings, annotationId });
  const changes = made.flatMap((each) => (each.type === 'ItemAnnotated' ? [each.data] : []));
  const gone = new Set(changes.flatMap(({ removed }) => removed));
  const stays = Object.values(known.annotations).filter(({ id }) => !gone.has(id));
  const all = [...stays, ...changes.flatMap(({ added }) => added)];
  const labels = all.map(({ label_id, post_processor_id }) => [label_id, post_processor_id]);
  return { labels, outcome, left: left.map(({ code }) => code) };
};

describe('an answer about another text', () => {
  it('stands for itself where another post-processor said the same of the text before', () => {
    const known = item(itemCreated(), ...wrote('second', SPAM), texted);
    expect(written(known, 'spam')).toEqual({ labels: [[SPAM, FIRST]], outcome: 'applied', left: [] });
  });

  it('takes the place of what another one said of the text before where there may be one', () => {
    const known = item(itemCreated(), ...wrote('second', HAM), texted);
    expect(written(known, 'spam', singly)).toMatchObject({ labels: [[SPAM, FIRST]], outcome: 'applied' });
    expect(written(known, 'spam')).toMatchObject({
      labels: [
        [HAM, SECOND],
        [SPAM, FIRST],
      ],
    });
  });

  it('leaves what another one says of the text or the file that is there', () => {
    const now = item(itemCreated(), texted, ...wrote('second', HAM, '1'));
    expect(written(now, 'ham')).toMatchObject({ labels: [[HAM, SECOND]], left: ['there_already'] });
    const told = { labels: [[HAM, SECOND]], outcome: 'nothing', left: ['there_already'] };
    expect(written(now, 'spam', singly)).toEqual(told);
  });
});

describe('what somebody has touched stays', () => {
  it('also when it was taken away and brought back', () => {
    const corrected = { ...madeBy('first', SPAM), label_id: HAM };
    const { id } = corrected;
    const known = item(
      itemCreated(),
      ...wrote('first', SPAM),
      annotated({ changed: [corrected] }),
      annotated({ removed: [id] }),
      annotated({ added: [corrected] }),
      texted,
    );
    expect(written(known, 'spam')).toMatchObject({
      labels: [
        [HAM, FIRST],
        [SPAM, FIRST],
      ],
    });
    expect(written(known, 'spam', singly)).toMatchObject({ outcome: 'kept_theirs' });
  });

  it('and nothing else, in a copy of the version too', () => {
    const annotations = [madeBy('first', HAM)];
    const copied = (untouched: string[]) =>
      item(itemCreated({ annotations, origin_id: idOf('origin'), untouched }), texted);
    expect(written(copied([annotations[0]!.id]), 'spam').labels).toEqual([[SPAM, FIRST]]);
    expect(written(copied([]), 'spam').labels).toEqual([
      [HAM, FIRST],
      [SPAM, FIRST],
    ]);
  });
});
