import { errorLogEvents } from '@cairn/contracts';
import { given } from '@cairn/kernel/testkit';
import { decideRecordError, decideResolveError } from './decisions.js';
import { errorLog } from './state.js';

const { ErrorRecorded, ErrorRecurred, ErrorReopened, ErrorResolved } = errorLogEvents;
const [id, user_id] = ['018f4d1a-0000-8000-8000-00000000000d', '018f4d1a-0000-7000-8000-000000000009'];
const kind = { id, origin: 'cairn', name: 'TypeError', description: 'a', entity: 'thing' } as const;
const last = { user_id: '', entity_id: '1', at: '2026-01-02T00:00:00.000Z' };
const told = { ...kind, ...last, first_at: '2026-01-01T00:00:00.000Z', count: 3 };
const recorded = ErrorRecorded.of({ ...kind, ...last, at: told.first_at });
const report = ErrorRecorded.of({ ...kind, ...last, origin: 'report' });
const root = { userId: user_id, administrator: true };
const resolved = (count: number) => ErrorResolved.of({ id, user_id, count });

describe('the record of an error', () => {
  it('begins when it comes first, however often it had come by then', () =>
    given(errorLog, [])
      .when((state) => decideRecordError(state, told))
      .then(recorded));

  it('says nothing more while it is not resolved', () =>
    given(errorLog, [recorded])
      .when((state) => decideRecordError(state, { ...told, count: 900 }))
      .thenNothing());

  it('says that it came again once it was resolved, also where the count was lost and began anew', () => {
    for (const count of [4, 1])
      given(errorLog, [recorded, resolved(3)])
        .when((state) => decideRecordError(state, { ...told, count, request_id: 'r' }))
        .then(ErrorRecurred.of({ id, ...last, request_id: 'r' }));
  });

  it('says nothing of what had come before it was resolved', () =>
    given(errorLog, [recorded, resolved(3)])
      .when((state) => decideRecordError(state, told))
      .thenNothing());

  it('has each report', () =>
    given(errorLog, [report])
      .when((state) => decideRecordError(state, { ...told, origin: 'report', count: 1 }))
      .then(ErrorRecurred.of({ id, ...last })));
});

describe('what an administrator says of an error', () => {
  const said = (is: boolean, by = root) => ({ resolved: is, by, count: 3 });

  it('is that it is mended, once, until it comes again or they say otherwise', () => {
    given(errorLog, [recorded])
      .when((state) => decideResolveError(state, said(true)))
      .then(resolved(3));
    given(errorLog, [recorded, resolved(3)])
      .when((state) => decideResolveError(state, said(true)))
      .thenNothing();
    given(errorLog, [recorded, resolved(3)])
      .when((state) => decideResolveError(state, said(false)))
      .then(ErrorReopened.of({ id, user_id }));
    given(errorLog, [recorded, resolved(3), ErrorRecurred.of({ id, ...last })])
      .when((state) => decideResolveError(state, said(true)))
      .then(resolved(3));
  });

  it('is nothing of what there is none of, and nothing of anybody else', () => {
    given(errorLog, [])
      .when((state) => decideResolveError(state, said(true)))
      .thenRefused('not_found');
    given(errorLog, [recorded])
      .when((state) => decideResolveError(state, said(true, { ...root, administrator: false })))
      .thenRefused('forbidden');
  });
});
