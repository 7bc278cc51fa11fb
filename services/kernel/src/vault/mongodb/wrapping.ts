import type { ClientSession, Collection } from 'mongodb';
import { isDuplicate } from '../../mongodb/index.js';
import { knownWrapping, newWrapping, plainWrapping, type Wrapping } from '../wrapping.js';
import type { CredentialRow, PersonRow, RingRow, SealedServerKey, VaultStore } from './store.js';

/** Once in the life of a vault, for all of its rows. */
const WRAP_ALL_TIMEOUT_MS = 60_000;

/**
 * The wrapping of a vault. One that was kept without a secret is wrapped when it is first opened with one: then no
 * process that was started without the secret may go on. Throws `WrongVaultSecret`.
 */
export const openWrapping = async (store: VaultStore, secret: string | undefined): Promise<Wrapping> => {
  for (;;) {
    const kept = await store.ask(() => store.settings.findOne({ _id: 'wrapping' }));
    if (kept !== null) return knownWrapping(secret, kept);
    if (secret === undefined) return plainWrapping;
    const wrapping = await wrapAll(store, secret);
    if (wrapping !== undefined) return wrapping;
  }
};

/** All or nothing: a crash leaves the vault unwrapped, and the next opening begins again. `undefined`: another was first. */
const wrapAll = async (store: VaultStore, secret: string): Promise<Wrapping | undefined> => {
  const { wrapping, kept } = newWrapping(secret);
  const wrapped = async (session: ClientSession): Promise<void> => {
    await store.settings.insertOne({ _id: 'wrapping', ...kept }, { session });
    await wrapPersons(store.persons, wrapping, session);
    await wrapCredentials(store.credentials, wrapping, session);
    await wrapRings(store.rings, wrapping, session);
  };
  const whole = (): Promise<void> =>
    store.connection.client.withSession((session) => session.withTransaction(() => wrapped(session)));
  try {
    await store.ask(whole, WRAP_ALL_TIMEOUT_MS);
    return wrapping;
  } catch (error) {
    if (isDuplicate(error)) return undefined;
    throw error;
  }
};

type Wrap<Row> = (
  rows: Collection<Row & object>,
  wrapping: Wrapping,
  session: ClientSession,
) => Promise<void>;

const wrapPersons: Wrap<PersonRow> = async (persons, wrapping, session) => {
  const rows = await persons.find({}, { session }).toArray();
  const writes = rows.flatMap(({ _id, sealed }) =>
    sealed === null ? [] : [setting(_id, { sealed: wrapping.wrap('persons', _id, sealed) })],
  );
  if (writes.length > 0) await persons.bulkWrite(writes, { session });
};

const wrapCredentials: Wrap<CredentialRow> = async (credentials, wrapping, session) => {
  const rows = await credentials.find({}, { session }).toArray();
  const writes = rows.map(({ _id, sealed }) =>
    setting(_id, { sealed: wrapping.wrap('credentials', _id, sealed) }),
  );
  if (writes.length > 0) await credentials.bulkWrite(writes, { session });
};

const wrapRings: Wrap<RingRow> = async (rings, wrapping, session) => {
  const rows = await rings.find({}, { session }).toArray();
  const wrapped = ({ id, sealed }: SealedServerKey): SealedServerKey => ({
    id,
    sealed: wrapping.wrap('server_keys', id, sealed),
  });
  const writes = rows.map(({ _id, keys }) => setting(_id, { keys: keys.map(wrapped) }));
  if (writes.length > 0) await rings.bulkWrite(writes, { session });
};

const setting = <Fields extends object>(_id: string, fields: Fields) => ({
  updateOne: { filter: { _id }, update: { $set: fields } },
});
