import {
  AdministratorLetGo,
  AdministratorReturned,
  UserAdministrationGranted,
  UserAdministrationWithdrawn,
  UserDisabled,
  UserEnabled,
  UserErased,
  UserRegistered,
} from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { user } from '../user/state.js';
import { decideLetGo, decideReturn } from './decisions.js';
import { administrators } from './state.js';
import { type Administered, decideAdminister } from './administering.js';

const { example } = UserRegistered;
const { id } = example;
const somebody = UserRegistered.of(example);
const administrator = UserRegistered.of({ ...example, is_system_admin: true });
const disabled = UserDisabled.of({ id });
const enabled = UserEnabled.of({ id });
const granted = UserAdministrationGranted.of({ id });
const withdrawn = UserAdministrationWithdrawn.of({ id });
const known = (more: Partial<Administered> = {}): Administered => ({
  hasGone: false,
  timesLetGo: 0,
  agreement: 'not',
  ...more,
});

describe('what administrators change of an account', () => {
  it.each([
    ['disables', [somebody], { disabled: true }, [disabled]],
    ['disables once', [somebody, disabled], { disabled: true }, []],
    ['enables', [somebody, disabled], { disabled: false }, [enabled]],
    ['enables once', [somebody], { disabled: false }, []],
    ['makes an administrator', [somebody], { is_system_admin: true }, [granted]],
    ['makes one once', [administrator], { is_system_admin: true }, []],
    ['makes one of who stays disabled', [somebody, disabled], { is_system_admin: true }, [granted]],
    ['takes it from who is disabled', [administrator, disabled], { is_system_admin: false }, [withdrawn]],
    [
      'opens and appoints at once',
      [somebody, disabled],
      { disabled: false, is_system_admin: true },
      [enabled, granted],
    ],
    ['changes nothing by nothing', [administrator], {}, []],
  ])('%s', (_, before, wanted, after) =>
    given(user, before)
      .when((state) => decideAdminister(state, wanted, known()))
      .then(...after),
  );

  it.each([{ disabled: true }, { is_system_admin: false }])(
    'an administrator goes by %j when it was let go for that, now or by this command before',
    (wanted) => {
      const after = wanted.disabled === true ? disabled : withdrawn;
      const administer = (facts: Administered) =>
        given(user, [administrator]).when((state) => decideAdminister(state, wanted, facts));
      administer(known()).thenRefused('conflict');
      administer(known({ agreement: 'now' })).then(after);
      administer(known({ agreement: 'before', timesLetGo: 1 })).then(after);
    },
  );

  it('what was granted since it was let go is not taken by a retry', () => {
    const again = UserAdministrationGranted.of({ id, times_let_go: 1 });
    given(user, [administrator, again])
      .when((state) =>
        decideAdminister(state, { is_system_admin: false }, known({ agreement: 'before', timesLetGo: 1 })),
      )
      .thenRefused('conflict');
  });

  it('who was let go and stayed is granted it again, after so many times', () =>
    given(user, [administrator])
      .when((state) =>
        decideAdminister(state, { is_system_admin: true }, known({ hasGone: true, timesLetGo: 2 })),
      )
      .then(UserAdministrationGranted.of({ id, times_let_go: 2 })));

  it.each([[[]], [[somebody, UserErased.of({ ...UserErased.example, id })]]])(
    'is of an account alone',
    (before) =>
      given(user, before)
        .when((state) => decideAdminister(state, { disabled: true }, known()))
        .thenRefused('not_found'),
  );
});

describe('the stream of administrators', () => {
  const gone = (user_id: string) => AdministratorLetGo.of({ user_id });
  const back = (user_id: string, times_let_go: number) => AdministratorReturned.of({ user_id, times_let_go });
  const account = (times?: number) =>
    stateAfter(user, [
      administrator,
      ...(times === undefined ? [] : [UserAdministrationGranted.of({ id, times_let_go: times })]),
    ]);

  it('lets one go while another stays', () =>
    given(administrators, [])
      .when((state) => decideLetGo(state, 'ada', ['grace']))
      .then(gone('ada')));
  it('keeps the last', () => {
    given(administrators, [])
      .when((state) => decideLetGo(state, 'ada', []))
      .thenRefused('last_administrator');
    given(administrators, [gone('grace')])
      .when((state) => decideLetGo(state, 'ada', ['grace']))
      .thenRefused('last_administrator');
  });
  it('counts who is back', () =>
    given(administrators, [gone('grace'), back('grace', 1)])
      .when((state) => decideLetGo(state, 'ada', ['grace']))
      .then(gone('ada')));
  it('counts each time that somebody is let go', () =>
    given(administrators, [gone('ada')])
      .when((state) => decideLetGo(state, 'ada', []))
      .then(gone('ada')));
  it('takes back who was granted it after they were let go', () => {
    given(administrators, [gone(id)])
      .when((state) => decideReturn(state, account(1)))
      .then(back(id, 1));
    given(administrators, [gone(id), back(id, 1)])
      .when((state) => decideReturn(state, account(1)))
      .thenNothing();
  });
  it('takes nobody back who was let go since, or is none', () => {
    given(administrators, [gone(id), gone(id)])
      .when((state) => decideReturn(state, account(1)))
      .thenNothing();
    given(administrators, [gone(id)])
      .when((state) => decideReturn(state, account()))
      .thenNothing();
    given(administrators, [gone(id)])
      .when((state) => decideReturn(state, stateAfter(user, [somebody])))
      .thenNothing();
  });
});
