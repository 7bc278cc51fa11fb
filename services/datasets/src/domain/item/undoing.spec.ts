import { datasetItemStreamEvents, datasetVersionStreamEvents } from '@cairn/contracts';
import {
  HAM,
  idOf,
  itemCreated as created,
  parents,
  SPAM,
  TEST,
  TRAIN,
  versionCreated,
  VERSION,
} from '../../testing/examples.js';
import { around, singly, TAG, tag, stored, tally, counts, tagged, deleted } from '../../testing/items.js';
import { revert } from '../../testing/reverting-items.js';

const events = datasetItemStreamEvents;

describe('undoing a change of an item', () => {
  const full = tally([TRAIN], { [SPAM]: 1 }, 1);
  const untagged = events.ItemAnnotated.of({
    added: [],
    changed: [],
    removed: [TAG],
    counts: counts(full, tally()),
  });
  const renamed = events.ItemUpdated.of({ version_id: VERSION, changes: { name: 'x' } });

  it('brings an annotation back as it was', () =>
    revert([untagged, renamed], 1).then(
      events.ItemAnnotated.of({ added: [stored()], changed: [], removed: [], counts: counts(tally(), full) }),
    ));
  it('brings back what was taken away, and leaves what came since', () => {
    const other = tag({ id: idOf('other'), order: 1, label_id: HAM });
    const both = tally([TRAIN], { [SPAM]: 1, [HAM]: 1 }, 2);
    const otherSince = events.ItemAnnotated.of({
      added: [other],
      changed: [],
      removed: [],
      counts: counts(tally(), tally([TRAIN], { [HAM]: 1 }, 1)),
    });
    revert([untagged, otherSince], 1).then(
      events.ItemAnnotated.of({
        added: [stored()],
        changed: [],
        removed: [],
        counts: counts(tally([TRAIN], { [HAM]: 1 }, 1), both),
      }),
    );
  });
  it('takes away what was added, unless it changed since', () => {
    const added = events.ItemAnnotated.of({
      added: [tag()],
      changed: [],
      removed: [],
      counts: counts(tally(), full),
    });
    revert([added], 1, created()).then(
      events.ItemAnnotated.of({ added: [], changed: [], removed: [TAG], counts: counts(full, tally()) }),
    );
    const changed = events.ItemAnnotated.of({
      added: [],
      changed: [{ ...stored(), label_id: HAM }],
      removed: [],
      counts: counts(full, tally([TRAIN], { [HAM]: 1 }, 1)),
    });
    revert([added, changed], 1, created()).thenRefused('not_revertible');
    revert([added, untagged], 1, created()).thenRefused('not_revertible');
    const both = tally([TRAIN], { [SPAM]: 1, [HAM]: 1 }, 2);
    const twoAdded = events.ItemAnnotated.of({
      added: [tag(), tag({ id: idOf('other'), order: 1, label_id: HAM })],
      changed: [],
      removed: [],
      counts: counts(tally(), both),
    });
    const oneRemoved = events.ItemAnnotated.of({
      added: [],
      changed: [],
      removed: [TAG],
      counts: counts(both, tally([TRAIN], { [HAM]: 1 }, 1)),
    });
    revert([twoAdded, oneRemoved], 1, created()).thenRefused('not_revertible');
  });
  it('sets a field back unless it changed again', () => {
    revert([renamed], 1).then(
      events.ItemUpdated.of({
        version_id: VERSION,
        changes: { name: 'mail' },
      }),
    );
    revert([renamed, events.ItemUpdated.of({ version_id: VERSION, changes: { name: 'y' } })], 1).thenRefused(
      'not_revertible',
    );
  });
  const attributed = (attributes: Readonly<Record<string, unknown>> | null) =>
    events.ItemUpdated.of({ version_id: VERSION, changes: { attributes } });
  it('sets an attribute back although another was changed since', () => {
    const first = created({ attributes: { colour: 'red', size: 1, box: { x: 1, y: 2 } } });
    const repainted = attributed({ colour: 'blue', size: 1, box: { x: 9, y: 2 } });
    const resized = attributed({ colour: 'blue', size: 2, shape: 'round', box: { x: 9, y: 7 } });
    revert([repainted, resized], 1, first).then(
      attributed({ colour: 'red', size: 2, shape: 'round', box: { x: 1, y: 7 } }),
    );
  });
  it('takes an attribute away that was added, brings back one that was removed, and none of another key', () => {
    const [bare, one, both] = [attributed({}), attributed({ a: 1 }), attributed({ a: 1, b: 2 })];
    revert([one, both], 1, created({ attributes: null })).then(attributed({ b: 2 }));
    revert([one], 1, created({ attributes: null })).then(attributed(null));
    revert([bare, attributed({ b: 2 })], 1, created({ attributes: { a: 1 } })).then(
      attributed({ a: 1, b: 2 }),
    );
    revert([attributed({ constructor: 1 }), both], 1, created({ attributes: {} })).thenRefused(
      'not_revertible',
    );
  });
  it('names each attribute that was changed again, and nothing else', () => {
    const first = created({ attributes: { a: 1, b: 1, 'c/d': { e: 1 } } });
    const changed = attributed({ a: 2, b: 2, 'c/d': { e: 2 } });
    const again = attributed({ a: 3, b: 2, 'c/d': { e: 3 } });
    revert([changed, again], 1, first).thenRefused('not_revertible', ['/attributes/a', '/attributes/c~1d/e']);
  });
  it('sets fields of an annotation back although others were changed since, and names those that were', () => {
    const annotated = (attributes: Readonly<Record<string, unknown>>, confidence: number) =>
      events.ItemAnnotated.of({
        added: [],
        changed: [stored({ attributes, confidence })],
        removed: [],
        counts: counts(full, full),
      });
    const changed = [annotated({ a: 1 }, 0.5), annotated({ a: 1, b: 1 }, 0.5)];
    revert(changed, 1, tagged).then(annotated({ b: 1 }, 1));
    revert([...changed, annotated({ a: 1, b: 1 }, 0.7)], 1, tagged).thenRefused('not_revertible', [
      `/annotations/${TAG}/confidence`,
    ]);
  });
  it('moves it back to its split', () => {
    const moved = events.ItemSplitsChanged.of({
      added: [TEST],
      removed: [TRAIN],
      splits: [TEST],
      counts: counts(tally(), tally([TEST])),
    });
    revert([moved], 1, created()).then(
      events.ItemSplitsChanged.of({
        added: [TRAIN],
        removed: [TEST],
        splits: [TRAIN],
        counts: counts(tally([TEST]), tally()),
      }),
    );
  });
  it('does not put it where it came back to by itself', () => {
    const towards = (from: string[], splits: string[]) =>
      events.ItemSplitsChanged.of({
        added: splits.filter((id) => !from.includes(id)),
        removed: from.filter((id) => !splits.includes(id)),
        splits,
        counts: counts(tally(from), tally(splits)),
      });
    const moved = [towards([TRAIN], [TEST]), towards([TEST], [TEST, TRAIN])];
    revert(moved, 1, created()).thenRefused('not_revertible');
    const left = [towards([TRAIN, TEST], [TRAIN]), towards([TRAIN], [TRAIN, TEST])];
    revert(left, 1, created({ splits: [TRAIN, TEST] })).thenRefused('not_revertible');
  });
  it('does not bring it back when it has left by itself where it was moved to', () => {
    const elsewhere = idOf('elsewhere');
    const move = (from: string, to: string) =>
      events.ItemSplitsChanged.of({
        added: [to],
        removed: [from],
        splits: [to],
        counts: counts(tally([from]), tally([to])),
      });
    revert([move(TRAIN, TEST), move(TEST, elsewhere)], 1, created()).thenRefused('not_revertible');
  });
  it('moves it back to no split that is deleted since', () => {
    const moved = events.ItemSplitsChanged.of({
      added: [TEST],
      removed: [TRAIN],
      splits: [TEST],
      counts: counts(tally(), tally([TEST])),
    });
    const withoutTrain = parents(undefined, [
      versionCreated(),
      datasetVersionStreamEvents.SplitDeleted.of({ id: TRAIN, default_split: '' }),
    ]);
    revert([moved], 1, created(), withoutTrain).thenRefused('not_revertible');
    const left = events.ItemSplitsChanged.of({
      added: [TEST],
      removed: [],
      splits: [TRAIN, TEST],
      counts: counts(tally(), tally([TRAIN, TEST])),
    });
    revert([left], 1, created(), withoutTrain).then(
      events.ItemSplitsChanged.of({
        added: [],
        removed: [TEST],
        splits: [TRAIN],
        counts: counts(tally([TRAIN, TEST]), tally()),
      }),
    );
  });
  it('undoes the deletion, and nothing else of what is deleted', () => {
    revert([deleted], 1, created()).then(events.ItemRestored.of({ counts: counts(null, tally()) }));
    revert([renamed, deleted], 1, created()).thenRefused('not_found');
  });
  it('does not bring back more classifications than its dataset allows by now', () => {
    const two = created({ annotations: [tag(), tag({ id: idOf('other'), order: 1, label_id: HAM })] });
    revert([deleted], 1, two, singly).thenRefused('multi_label_violation');
    const swapped = events.ItemAnnotated.of({
      added: [tag({ id: idOf('other'), label_id: HAM })],
      changed: [],
      removed: [],
      counts: counts(tally(), full),
    });
    revert([untagged, swapped], 1, tagged, singly).thenRefused('multi_label_violation');
  });
  it('undoes a text together with the spans that came with it, whichever of the two is named', () => {
    const span = (text: string) =>
      tag({ type: 'span', label_id: '', value: { start: 0, end: text.length, text } });
    const spanned = tally([TRAIN], { '': 1 });
    const first = created({ annotations: [span('Ein')], counts: counts(null, spanned) });
    const rewritten = events.ItemUpdated.of({
      version_id: VERSION,
      changes: { text: 'Zwei' },
    });
    const moved = events.ItemAnnotated.of({
      added: [],
      changed: [{ ...stored(), ...span('Zwei') }],
      removed: [],
      counts: counts(spanned, spanned),
    });
    for (const revision of [1, 2]) {
      revert([rewritten, moved], revision, first, around, [1, 2]).then(
        events.ItemUpdated.of({
          version_id: VERSION,
          changes: { text: 'Ein 😀 Brief' },
        }),
        events.ItemAnnotated.of({
          added: [],
          changed: [{ ...stored(), ...span('Ein') }],
          removed: [],
          counts: counts(spanned, spanned),
        }),
      );
      const again = events.ItemUpdated.of({
        version_id: VERSION,
        changes: { text: 'Zwei!' },
      });
      revert([rewritten, moved, again], revision, first, around, [1, 2]).thenRefused('not_revertible');
      revert([rewritten, moved], revision, first).thenRefused('not_revertible');
    }
  });
  it('does not take a file away into which spans point', () => {
    const file = { sha256: 'a'.repeat(64), size: 9, content_type: 'text/plain', file_name: 'a.txt' };
    const uploaded = events.ItemFileSet.of({
      version_id: VERSION,
      file,
      name: 'mail',
      extension: '.txt',
      attributes: null,
    });
    const span = tag({ type: 'span', label_id: '', value: { start: 0, end: 9, text: 'some text' } });
    const pointed = events.ItemAnnotated.of({
      added: [span],
      changed: [],
      removed: [],
      counts: counts(tally(), tally([TRAIN], { '': 1 })),
    });
    revert([uploaded, pointed], 1, created({ text: '' })).thenRefused('not_revertible');
  });
  it('refuses the creation and the future', () => {
    revert([], 0).thenRefused('not_revertible');
    revert([], 1).thenRefused('in_future');
  });
});
