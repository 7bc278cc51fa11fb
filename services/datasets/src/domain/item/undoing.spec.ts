import { datasetItemStreamEvents, datasetVersionStreamEvents } from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
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
import { decideRevertItem } from './commands/revert-item.js';
import { datasetItem } from './state.js';

const events = datasetItemStreamEvents;

describe('undoing a change of an item', () => {
  const sides = (all: Parameters<typeof stateAfter>[1], first: number, last: number) => ({
    before: stateAfter(datasetItem, all.slice(0, first)),
    after: stateAfter(datasetItem, all.slice(0, last + 1)),
  });
  const revert = (
    more: Parameters<typeof stateAfter>[1],
    revision: number,
    first = tagged,
    context = around,
    together?: readonly [number, number],
  ) => {
    const all = [first, ...more];
    return given(datasetItem, all).when((state) =>
      decideRevertItem(state, {
        parents: context,
        together: together && sides(all, ...together),
        ...sides(all, revision, revision),
        isFuture: revision >= all.length,
      }),
    );
  };
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
  it('sets a field back unless it changed again', () => {
    revert([renamed], 1).then(
      events.ItemUpdated.of({
        version_id: VERSION,
        changes: { name: 'mail' },
        words: ['mail', 'ein', 'brief'],
      }),
    );
    revert([renamed, events.ItemUpdated.of({ version_id: VERSION, changes: { name: 'y' } })], 1).thenRefused(
      'not_revertible',
    );
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
      words: ['mail', 'zwei'],
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
          words: ['mail', 'ein', 'brief'],
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
        words: ['mail', 'zwei'],
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
      words: ['mail'],
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
