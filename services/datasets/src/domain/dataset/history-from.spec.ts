import { datasetStreamEvents } from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import {
  AT,
  DATASET,
  datasetCreated,
  editor,
  owner,
  OWNER,
  VERSION,
  viewer,
  inNoGroup,
} from '../../testing/examples.js';
import { datasets } from '../../datasets.js';
import { dataset, datasetAsset } from './state.js';

const { making } = datasets;
const few = { manyClassifications: false };
const { DatasetUpdated } = datasetStreamEvents;
const PAST = '2026-01-15T12:00:00.000Z';
const LATER = '2026-02-01T00:00:00.001Z';

describe('where the visible history begins', () => {
  const set = (
    history_from: string | null,
    caller = owner,
    past: Parameters<typeof stateAfter>[1] = [datasetCreated()],
  ) =>
    given(dataset, past).when((state) =>
      making.update(state, { history_from }, { versionIsOwn: false, given: few, groups: inNoGroup, caller }),
    );
  const beginning = (history_from: string | null) => DatasetUpdated.of({ changes: { history_from } });
  const stateOf = (...changes: readonly (string | null)[]) =>
    stateAfter(dataset, [datasetCreated(), ...changes.map(beginning)]);

  it('is set to the time of the event, to a time, and cleared', () => {
    set('now').then(beginning('now'));
    set('2026-01-15T13:00:00+01:00').then(beginning(PAST));
    set(AT).then(beginning(AT));
    set(null, owner, [datasetCreated(), beginning(PAST)]).then(beginning(null));
  });
  it('is what the event says, and its own time for now', () => {
    expect(stateOf()).toMatchObject({ history_from: null });
    expect(stateOf(PAST)).toMatchObject({ history_from: PAST });
    const now = stateAfter(dataset, [datasetCreated(), beginning(PAST), beginning('now')], { at: LATER });
    expect(now).toMatchObject({ history_from: LATER });
    expect(stateOf(PAST, null)).toMatchObject({ history_from: null });
  });
  it('stays what it is while a change says nothing of it', () =>
    expect(
      stateAfter(dataset, [datasetCreated(), beginning(PAST), DatasetUpdated.of({ changes: { name: 'x' } })]),
    ).toMatchObject({ history_from: PAST }));
  it('says nothing when it is that already', () => {
    set(null).thenNothing();
    set(PAST, editor, [datasetCreated(), beginning(PAST)]).thenNothing();
  });
  it('is no time that has not come, and no other text', () => {
    set(LATER).thenRefused('in_future');
    set('9999-12-31T23:00:00-05:00').thenRefused('in_future');
    set('2016-12-31T23:59:60Z').thenRefused('invalid_body');
  });
  it('is the owner’s to say', () => {
    for (const time of ['now', PAST]) {
      set(time, editor).thenRefused('forbidden');
      set(time, viewer).thenRefused('forbidden');
    }
    set(null, editor, [datasetCreated(), beginning(PAST)]).thenRefused('forbidden');
  });
  it('is undone by who may share', () => {
    const all = [datasetCreated(), beginning(PAST), beginning(null)];
    const undo = (caller = owner) =>
      given(dataset, all).when((state) =>
        datasetAsset.revert(
          state,
          {
            before: stateAfter(dataset, all.slice(0, 2)),
            after: stateAfter(dataset, all),
            isFuture: false,
            canStand: () => true,
          },
          caller,
        ),
      );
    undo().then(beginning(PAST));
    undo(editor).thenRefused('forbidden');
  });
  it('of what is made is its creation', () => {
    const make = (history_from: string) =>
      given(dataset, []).when((state) =>
        making.create(
          state,
          { name: 'mails', history_from },
          { id: DATASET, versionId: VERSION, groups: inNoGroup, given: few },
          owner,
        ),
      );
    make(LATER).thenRefused('in_future');
    make('now').then(
      datasetCreated({
        multi_label: false,
        default_splits: false,
        content_type: '',
        readers: [{ token: `user:${OWNER}` }],
      }),
    );
  });
});
