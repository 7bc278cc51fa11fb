import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretChanges } from '@cairn/contracts';
import { freshId, type Json, type Principal, Streams, system } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { secretIdOf } from '../../credentials/secret-id.js';
import { secret, type SecretOwner } from '../../domain/secret/state.js';
import { SECRETS } from '../../read-models/secrets/project.js';
import { organizationSecret, ownSecret, ownSecrets } from '../../read-models/secrets/queries.js';
import { asking, startWithPeople, type WithPeople } from '../../testing/asking.js';
import { requestOf } from '../../testing/identity-under-test.js';
import { PASSWORD } from '../../testing/sign-up.js';
import { isCredentialNamed } from '../../work/collect-credentials.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const VALUE = 'sk-a-value-that-stands-nowhere';
const WISH = { description: 'Quaggalaboratory', hosts: ['api.example.org', 'eu.example.org'], value: VALUE };
const PAGE = { limit: 10, sort: 'name' };

describe('secrets for providers', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  let streams: Streams;
  beforeEach(async () => {
    ({ under, its, grace, ada } = await startWithPeople());
    streams = new Streams({ ...under, cachedBytes: 1_000_000 });
  });
  afterEach(() => under.remove());
  const { reading, refusal } = asking(() => under);

  const put = async (principal: Principal, body: SecretChanges = WISH, name = 'speech', message = {}) =>
    under.done('putSecret', { name, body }, { principal, ...message });
  const putIn = (principal: Principal, id: string, body: SecretChanges = WISH, name = 'speech') =>
    under.done('putOrganizationSecret', { id, name, body }, { principal });
  const current = async (owner: SecretOwner, name = 'speech') => {
    const { state } = await streams.current(secret, await secretIdOf(under.vault, owner, name));
    if (state.kind === 'none') throw new Error('there is no such secret');
    return state;
  };
  const credentialOf = async (owner: SecretOwner) => (await current(owner)).credentialId;
  const valueAt = async (credentialId: string) => (await under.vault.findCredential(credentialId))?.['value'];
  const isGone = (credentialId: string) =>
    until(async () => (await under.vault.findCredential(credentialId)) === undefined);
  const shown = async (who: Principal) => (await ownSecret(reading(who), under.vault, 'speech'))?.resource;

  it('law 8: a value is in the vault, under what the event names, and in no other file', async () => {
    expect((await put(grace)).result).toEqual({ made: true });
    expect(await valueAt(await credentialOf(grace))).toBe(VALUE);
    const names = readdirSync(under.folder).filter((name) => name.includes('.db'));
    const holding = names.filter((name) => readFileSync(join(under.folder, name)).includes(VALUE));
    expect(holding.filter((name) => !name.startsWith('vault.db'))).toEqual([]);
    expect(holding).not.toEqual([]);
  });

  it('law 8: a person’s name and description are in no event, an organization’s are its own', async () => {
    await put(grace, WISH, 'quagga');
    const firm = await its.firm(grace);
    await putIn(grace, firm);
    const { events } = await under.log.readAll({ after: '', categories: ['secret'], limit: 10 });
    const [own, theirs] = events.map(({ data, metadata }) => JSON.stringify([data, metadata]));
    expect([own?.includes('quagga'), own?.includes('Quagga')]).toEqual([false, false]);
    expect([theirs?.includes('"speech"'), theirs?.includes('Quagga')]).toEqual([true, true]);
    expect(events.map(({ metadata }) => metadata.organization)).toEqual([undefined, firm]);
  });

  it('are shown by name, description and hosts, with when the value was written', async () => {
    await put(grace);
    const made = await shown(grace);
    const { description, hosts } = WISH;
    expect(made).toMatchObject({ user_id: grace.userId, name: 'speech', description, hosts });
    expect(Object.keys(made ?? {}).sort()).toEqual([
      ...['created_at', 'description', 'hosts', 'id', 'name', 'updated_at', 'user_id', 'value_set_at'],
    ]);
    under.ahead(1_000);
    expect((await put(grace, { hosts: ['eu.example.org'] })).result).toEqual({ made: false });
    expect(await shown(grace)).toMatchObject({
      description,
      hosts: ['eu.example.org'],
      value_set_at: made?.value_set_at,
    });
    expect(await valueAt(await credentialOf(grace))).toBe(VALUE);
    expect((await ownSecrets(reading(grace), PAGE)).elements).toEqual([await shown(grace)]);
    expect((await ownSecrets(reading(ada), PAGE)).elements).toEqual([]);
  });

  it('law 5: of many that are made at once under one name one is there', async () => {
    const done = await Promise.all(
      ['1', '2', '3', '4'].map((value) => put(grace, { ...WISH, value, description: value })),
    );
    expect(done.filter(({ result }) => (result as { made: boolean }).made)).toHaveLength(1);
    expect(await under.documents.count(SECRETS, { fields: { user_id: grace.userId } }, 10)).toBe(1);
    const { description } = (await shown(grace))!;
    expect(await valueAt(await credentialOf(grace))).toBe(description);
  });

  it('a value that was replaced, or whose secret is deleted, leaves the vault', async () => {
    await put(grace);
    const first = await credentialOf(grace);
    await put(grace, { value: 'another' });
    const second = await credentialOf(grace);
    await isGone(first);
    expect(await valueAt(second)).toBe('another');
    await under.done('deleteSecret', { name: 'speech' }, { principal: grace });
    await isGone(second);
    expect(await shown(grace)).toBeUndefined();
    expect((await put(grace)).result).toEqual({ made: true });
  });

  it('law 8: values that a secret names are not collected, others are after a day', async () => {
    await put(grace);
    const kept = await credentialOf(grace);
    const firm = await its.firm(grace);
    await putIn(grace, firm);
    const firms = await credentialOf({ organizationId: firm });
    const lost = freshId();
    const { owner } = (await under.vault.findCredential(kept))!;
    await under.vault.putCredential(lost, {
      kind: 'secret',
      owner: owner!,
      value: 'of a command that failed',
    });
    const isNamed = (id: string) => isCredentialNamed({ vault: under.vault, streams }, id);
    under.ahead(3 * DAY_MS);
    // Below zero: what was written in this very millisecond is old, too.
    await under.vault.collectCredentials({ isNamed, olderThanMs: -1 });
    expect([await valueAt(kept), await valueAt(firms), await valueAt(lost)]).toEqual([
      VALUE,
      VALUE,
      undefined,
    ]);
  });

  it('law 3: a retry answers what was done, another request under its id is refused', async () => {
    const id = freshId();
    const once = (body: SecretChanges) => ({ principal: grace, id, request: requestOf(body) });
    const first = await put(grace, WISH, 'speech', once(WISH));
    expect(await put(grace, WISH, 'speech', once(WISH))).toEqual({ ...first, replayed: true });
    const other = { ...WISH, value: 'another' };
    const refused = await under.refused('putSecret', { name: 'speech', body: other }, once(other));
    expect(refused.code).toBe('idempotency_mismatch');
  });

  it('are changed under their tag alone, and made where there is none', async () => {
    const send = async (body: Json, expectedRevisions: readonly string[]) => {
      const reply = await under.send(
        'putSecret',
        { name: 'speech', body },
        { principal: grace, expectedRevisions },
      );
      return reply.status === 'done' ? reply.revision : reply.code;
    };
    expect(await send(WISH, ['0'])).toBe('precondition_failed');
    expect(await send(WISH, [''])).toBe('0');
    expect(await send(WISH, [''])).toBe('precondition_failed');
    expect(await send(WISH, ['0'])).toBe('1');
    await under.done('deleteSecret', { name: 'speech' }, { principal: grace });
    expect(await send(WISH, ['2'])).toBe('precondition_failed');
    expect(await send(WISH, [''])).toBe('3');
  });

  it('of an organization are written by who may, seen by members, and not there for others', async () => {
    const firm = await its.firm(grace);
    const place = { id: firm, name: 'speech' };
    const wish = { ...place, body: WISH };
    expect(await refusal(ada, 'putOrganizationSecret', wish)).toBe('not_found');
    expect(await refusal(grace, 'putOrganizationSecret', { ...wish, id: freshId() })).toBe('not_found');
    await putIn(grace, firm);
    const told = async (who: Principal) => organizationSecret(reading(who), under.vault, place);
    expect(await told(ada)).toBeUndefined();
    await its.join(grace, firm, ada);
    expect(await told(ada)).toMatchObject({ resource: { organization_id: firm, name: 'speech' } });
    expect(await refusal(ada, 'putOrganizationSecret', wish)).toBe('forbidden');
    expect(await refusal(ada, 'deleteOrganizationSecret', place)).toBe('forbidden');
    await under.done('deleteOrganizationSecret', place, { principal: grace });
    expect(await told(grace)).toBeUndefined();
  });

  it('S19: a key of an organization reaches those of the organization alone', async () => {
    const robot: Principal = { ...grace, kind: 'key', organizationId: await its.firm(grace) };
    await put(grace);
    expect([await shown(robot), (await ownSecrets(reading(robot), PAGE)).elements]).toEqual([undefined, []]);
    expect(await refusal(robot, 'putSecret', { name: 'speech', body: WISH })).toBe('forbidden');
    expect(await refusal(robot, 'deleteSecret', { name: 'speech' })).toBe('not_found');
  });

  it('S38 go with the account, values first of all', async () => {
    await put(grace);
    const credentialId = await credentialOf(grace);
    const { id } = await current(grace);
    await under.done('deleteMe', { password: PASSWORD }, { principal: grace });
    await isGone(credentialId);
    expect(await under.documents.get(SECRETS, id)).toBeUndefined();
    expect(await refusal(grace, 'putSecret', { name: 'speech', body: WISH }).catch(() => 'thrown')).toBe(
      'thrown',
    );
  });

  it('go thirty days after their organization was deleted, unless it was restored', async () => {
    const [gone, back] = [await its.firm(grace, 'gone'), await its.firm(grace, 'back')];
    for (const firm of [gone, back]) {
      await putIn(grace, firm);
      await under.done('deleteOrganization', { id: firm }, { principal: grace });
    }
    await under.done('restoreOrganization', { id: back }, { principal: grace });
    const timerOf = (id: string) => under.documents.get('identity_timers', `secrets:${id}`);
    expect([(await timerOf(gone))?.['command'], await timerOf(back)]).toEqual([
      'identity.purgeSecrets',
      undefined,
    ]);
    const value = await credentialOf({ organizationId: gone });
    expect(await refusal(grace, 'purgeSecrets', { organization_id: gone })).toBe('forbidden');
    expect(await refusal(system, 'purgeSecrets', { organization_id: back })).toBe('conflict');
    expect(await refusal(system, 'purgeSecrets', { user_id: grace.userId })).toBe('conflict');
    await under.done('purgeSecrets', { organization_id: gone }, { principal: system });
    await isGone(value);
    expect(await valueAt(await credentialOf({ organizationId: back }))).toBe(VALUE);
  });
});
