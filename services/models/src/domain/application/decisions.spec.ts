import { applicationStreamEvents, exampleApplication } from '@cairn/contracts';
import { system, type Principal } from '@cairn/kernel';
import { anAdministrator, given, someone } from '@cairn/kernel/testkit';
import { decideCreate, decideDelete, decideRestore, decideUpdate } from './decisions.js';
import { application } from './state.js';

const { ApplicationCreated, ApplicationUpdated, ApplicationDeleted, ApplicationRestored } =
  applicationStreamEvents;
const { id, created_at: _created, updated_at: _updated, ...content } = exampleApplication;
const created = ApplicationCreated.of({ id, ...content });
const admin = anAdministrator();

describe('an application', () => {
  it('says nothing that nobody said', () => {
    const decision = decideCreate(application.initial, id, { name: 'bare' }, admin);
    expect(decision).toMatchObject([
      { type: 'ApplicationCreated', data: { id, name: 'bare', framework: '', disabled: false } },
    ]);
  });

  it('is made once', () => {
    given(application, [created])
      .when((state) => decideCreate(state, id, { name: 'again' }, admin))
      .thenRefused('conflict');
  });

  it('tells what was changed, and nothing when nothing was', () => {
    const asked = { id, disabled: true, name: content.name };
    given(application, [created])
      .when((state) => decideUpdate(state, asked, admin))
      .then(ApplicationUpdated.of({ changes: { disabled: true } }));
    given(application, [created, ApplicationUpdated.of({ changes: { disabled: true } })])
      .when((state) => decideUpdate(state, asked, admin))
      .thenNothing();
  });

  it('is not there once it is deleted, until it is restored', () => {
    const deleted = [created, ApplicationDeleted.of({})];
    given(application, [created])
      .when((state) => decideDelete(state, admin))
      .then(ApplicationDeleted.of({}));
    for (const decide of [decideDelete, (state: never, who: Principal) => decideUpdate(state, { id }, who)])
      given(application, deleted)
        .when((state) => decide(state as never, admin))
        .thenRefused('not_found');
    given(application, deleted)
      .when((state) => decideRestore(state, admin))
      .then(ApplicationRestored.of({}));
    given(application, [...deleted, ApplicationRestored.of({})])
      .when((state) => decideRestore(state, admin))
      .thenRefused('not_deleted');
    given(application, [])
      .when((state) => decideRestore(state, admin))
      .thenRefused('not_found');
  });

  it('is made and changed by administrators alone, and by Cairn itself', () => {
    const who = someone();
    const refused = [
      decideCreate(application.initial, id, { name: 'x' }, who),
      decideUpdate(application.initial, { id }, who),
      decideDelete(application.initial, who),
      decideRestore(application.initial, who),
    ];
    expect(refused.map((decision) => 'refused' in decision && decision.refused)).toEqual(
      Array(4).fill('forbidden'),
    );
    expect(decideCreate(application.initial, id, { name: 'x' }, system)).toHaveLength(1);
  });
});
