import {
  OrganizationSecretChanged,
  OrganizationSecretCreated,
  SecretChanged,
  SecretCreated,
  SecretDeleted,
} from '@cairn/contracts';
import { given } from '@cairn/kernel/testkit';
import { notFound } from '../group/decisions.js';
import { decideDeleteSecret, decidePut, wishRefusal } from './decisions.js';
import { hostErrors } from './hosts.js';
import { secret } from './state.js';

const said = { description: 'of the laboratory', hosts: ['api.example.org'] };
const adas = { id: 's', name: 'speech', owner: { userId: 'ada' } };
const firms = { id: 's', name: 'speech', owner: { organizationId: 'firm' } };
const made = { id: 's', name: 'speech', ...said, credential_id: 'value-1' };
const created = SecretCreated.of({ ...made, user_id: 'ada' });
const deleted = SecretDeleted.of({ id: 's', credential_id: 'value-1' });

describe('a secret', () => {
  it('is made with hosts and a value, for a person', () =>
    given(secret, [])
      .when((state) => decidePut(state, adas, { ...said, credentialId: 'value-1' }))
      .then(created));

  it('is made for an organization, without a word about it', () =>
    given(secret, [])
      .when((state) => decidePut(state, firms, { hosts: said.hosts, credentialId: 'value-1' }))
      .then(OrganizationSecretCreated.of({ ...made, description: '', organization_id: 'firm' })));

  it('keeps its value, and whatever else is not sent', () =>
    given(secret, [created])
      .when((state) => decidePut(state, adas, { description: 'of two laboratories' }))
      .then(SecretChanged.of({ id: 's', user_id: 'ada', description: 'of two laboratories' })));

  it('goes to a new host with its value alone, so that who may write it has it sent nowhere unknown', () => {
    const elsewhere = ['api.example.org', 'eu.example.org'];
    given(secret, [created])
      .when((state) => decidePut(state, adas, { hosts: elsewhere }))
      .thenRefused('invalid_body', ['/value']);
    given(secret, [created])
      .when((state) => decidePut(state, adas, { hosts: elsewhere, credentialId: 'value-2' }))
      .then(
        SecretChanged.of({
          ...{ id: 's', user_id: 'ada', hosts: elsewhere },
          ...{ credential_id: 'value-2', replaced_credential_id: 'value-1' },
        }),
      );
  });

  it('names the value that another one takes the place of', () =>
    given(secret, [OrganizationSecretCreated.of({ ...made, organization_id: 'firm' })])
      .when((state) => decidePut(state, firms, { credentialId: 'value-2' }))
      .then(
        OrganizationSecretChanged.of({
          id: 's',
          organization_id: 'firm',
          credential_id: 'value-2',
          replaced_credential_id: 'value-1',
        }),
      ));

  it('is as it was when nothing is sent', () =>
    given(secret, [created])
      .when((state) => decidePut(state, adas, {}))
      .then());

  it('is made anew after it was deleted', () =>
    given(secret, [created, deleted])
      .when((state) => decidePut(state, adas, { ...said, credentialId: 'value-1' }))
      .then(created));

  it('is deleted with the value that it has by then', () =>
    given(secret, [
      created,
      SecretChanged.of({
        id: 's',
        user_id: 'ada',
        credential_id: 'value-2',
        replaced_credential_id: 'value-1',
      }),
    ])
      .when(decideDeleteSecret)
      .then(SecretDeleted.of({ id: 's', credential_id: 'value-2' })));

  it('that is not there is not deleted', () =>
    given(secret, [created, deleted]).when(decideDeleteSecret).thenRefused(notFound().refused));

  it('needs both at first, each told by where it is missing', () => {
    const pointersOf = (wish: Parameters<typeof wishRefusal>[1]) =>
      wishRefusal(secret.initial, wish)?.errors?.map(({ pointer, code }) => [pointer, code]);
    expect(pointersOf({ hasValue: false })).toEqual([
      ['/hosts', 'required'],
      ['/value', 'required'],
    ]);
    expect(pointersOf({ hosts: ['*', 'b.example'], hasValue: true })).toEqual([['/hosts/0', 'host']]);
    expect(pointersOf({ hosts: ['b.example'], hasValue: true })).toBeUndefined();
  });
});

describe('the hosts of a secret', () => {
  const isGood = (host: string): boolean => hostErrors([host]).length === 0;

  it.each([
    ...['api.example.org', 'api.example.org:443', 'a-b.example:8080', 'xn--bcher-kva.example', 'ollama'],
    ...['localhost:11434', '8.8.8.8', '8.8.8.8:53', '172.32.0.1', '4u.example', `${'a'.repeat(63)}.example`],
  ])('may be %s', (host) => expect(isGood(host)).toBe(true));

  it.each([
    ...[
      '',
      '*',
      '*.example.org',
      'API.example.org',
      'b\u00fccher.example',
      'a_b.example',
      'api.example.org.',
    ],
    ...['https://api.example.org', 'api.example.org/v1', 'me@api.example.org', 'a..b', '-a.example', 'a-.b'],
    ...['api.example.org:0', 'api.example.org:65536', 'api.example.org:', 'api.example.org:080', ' a.b'],
    ...[
      `${'a'.repeat(64)}.example`,
      `${'a.'.repeat(127)}example`,
      'a.example\n',
      '[2606:4700::1111]',
      '[::1]',
    ],
    ...['127.0.0.1', '127.0.0.1:8080', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1'],
    ...['127.1', '2130706433', '0x7f.1', '0x7f000001', '0177.0.0.1', '1.2.3.4.5', 'example.123', '08.8.8.8'],
  ])('may not be %j', (host) => expect(isGood(host)).toBe(false));
});
