import type { ClientSession, Collection } from 'mongodb';
import { unlessDuplicate } from '../../mongodb/index.js';
import { refuseOtherForm, VAULT_FORM } from '../form.js';
import { serverKeyRow } from '../keys.js';
import {
  newWrapping,
  type Rewrapping,
  type SealedTable,
  type VaultSecrets,
  type Wrapping,
  wrappingOf,
} from '../wrapping.js';
import {
  type CredentialRow,
  type PersonRow,
  type RingRow,
  type SealedServerKey,
  type VaultStore,
  type WrappingRow,
} from './store.js';

/** For all rows of a vault. */
const WRAP_ALL_TIMEOUT_MS = 60_000;

export interface OpenedWrapping {
  readonly wrapping: Wrapping;
  /** What the vault keeps of it. */
  readonly row: WrappingRow;
}

/** Whether it still keeps that: false when it was wrapped anew. */
export const isWrappedSo = async (store: VaultStore, row: WrappingRow): Promise<boolean> =>
  (await store.settings.findOne(row)) !== null;

/**
 * The wrapping of a vault that other processes use too: all keep to what its first opening chose, until it is wrapped anew
 * by an order that says so. Throws `WrongVaultSecret`, `VaultOfAnotherRelease`.
 */
export const openWrapping = async (store: VaultStore, secrets: VaultSecrets): Promise<OpenedWrapping> => {
  for (;;) {
    const row = await store.ask(() => store.settings.findOne({ _id: 'wrapping' }));
    if (row === null) {
      await store.ask(() => begin(store, secrets.secret));
      continue;
    }
    refuseOtherForm(row.form ?? 0);
    const known = wrappingOf(secrets, 'plain' in row ? undefined : row);
    if (!('before' in known)) return { wrapping: known, row };
    await wrapAll(store, row, known);
  }
};

/** Another one may be first. A vault that has keys and does not say how they are kept has them as they are. */
const begin = async (store: VaultStore, secret: string | undefined): Promise<void> => {
  const row: WrappingRow =
    secret === undefined || (await hasKeys(store))
      ? { _id: 'wrapping', form: VAULT_FORM, plain: true }
      : { _id: 'wrapping', form: VAULT_FORM, ...newWrapping(secret).kept };
  await unlessDuplicate(store.settings.insertOne(row));
};

const hasKeys = async ({ persons, credentials, rings }: VaultStore): Promise<boolean> => {
  const some = await Promise.all([persons.findOne({}), credentials.findOne({}), rings.findOne({})]);
  return some.some((row) => row !== null);
};

/** All or nothing: a crash leaves the vault as it was, and the next opening begins again. Another one may be first. */
const wrapAll = async (store: VaultStore, row: WrappingRow, rewrapping: Rewrapping): Promise<void> => {
  const wrapped = async (session: ClientSession): Promise<void> => {
    const next: WrappingRow = { _id: 'wrapping', form: VAULT_FORM, ...rewrapping.kept };
    const { matchedCount } = await store.settings.replaceOne(row, next, { session });
    if (matchedCount === 0) return;
    await wrapPersons(store.persons, rewrapping, session);
    await wrapCredentials(store.credentials, rewrapping, session);
    await wrapRings(store.rings, rewrapping, session);
  };
  const whole = (): Promise<void> =>
    store.connection.client.withSession((session) => session.withTransaction(() => wrapped(session)));
  await store.ask(whole, WRAP_ALL_TIMEOUT_MS);
};

type Wrap<Row> = (
  rows: Collection<Row & object>,
  rewrapping: Rewrapping,
  session: ClientSession,
) => Promise<void>;

const wrapPersons: Wrap<PersonRow> = async (persons, rewrapping, session) => {
  const rows = await persons.find({}, { session }).toArray();
  const writes = rows.flatMap(({ _id, sealed }) =>
    sealed === null ? [] : [setting(_id, { sealed: anew(rewrapping, 'persons', _id, sealed) })],
  );
  if (writes.length > 0) await persons.bulkWrite(writes, { session });
};

const wrapCredentials: Wrap<CredentialRow> = async (credentials, rewrapping, session) => {
  const rows = await credentials.find({}, { session }).toArray();
  const writes = rows.map(({ _id, sealed }) =>
    setting(_id, { sealed: anew(rewrapping, 'credentials', _id, sealed) }),
  );
  if (writes.length > 0) await credentials.bulkWrite(writes, { session });
};

const wrapRings: Wrap<RingRow> = async (rings, rewrapping, session) => {
  const rows = await rings.find({}, { session }).toArray();
  const wrapped = (purpose: string, { id, sealed }: SealedServerKey): SealedServerKey => ({
    id,
    sealed: anew(rewrapping, 'server_keys', serverKeyRow(purpose, id), sealed),
  });
  const writes = rows.map(({ _id, keys }) => setting(_id, { keys: keys.map((key) => wrapped(_id, key)) }));
  if (writes.length > 0) await rings.bulkWrite(writes, { session });
};

const anew = ({ before, wrapping }: Rewrapping, table: SealedTable, id: string, sealed: Buffer): Buffer =>
  wrapping.wrap(table, id, before.unwrap(table, id, sealed));

const setting = <Fields extends object>(_id: string, fields: Fields) => ({
  updateOne: { filter: { _id }, update: { $set: fields } },
});
