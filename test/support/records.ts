import { randomUUID } from 'node:crypto';
import { allOperations, type AnyRecord, areas, type Operation } from '@cairn/contracts';
import type { PlainRequest } from '@cairn/client';
import type { Person } from './people.js';

/** The records that are in nothing. Of each the world has one: what they are made of is what the contract says. */
export const plainRecords: readonly AnyRecord[] = Object.values(areas)
  .flatMap(({ records }) => records)
  .filter(({ description }) => description.inside === undefined);

/** Their ids by the categories of their streams. */
export type Records = Readonly<Record<string, string>>;

type Addressed = Pick<Operation, 'path'>;

const updatePathOf = ({ description: { paths } }: AnyRecord): string => paths.update ?? paths.one;

/** The record that an operation is about. */
export const recordOf = ({ path }: Addressed): AnyRecord | undefined =>
  plainRecords.find((record) => {
    const { many, one } = record.description.paths;
    return [many, one, updatePathOf(record)].includes(path) || path.startsWith(`${one}/`);
  });

/** Where one is read that an operation addresses in its body, for its path has no id. */
export const recordPathOf = (operation: Addressed): string | undefined => {
  const { update, one } = recordOf(operation)?.description.paths ?? {};
  return operation.path === update ? one : undefined;
};

/** What an operation does with one. */
type Deed = 'create' | 'get' | 'update' | 'remove' | 'restore' | 'revert' | 'history';

/** Its operations by what they do. */
export const operationsOf = (record: AnyRecord): Readonly<Record<Deed, Operation>> => {
  const { many, one } = record.description.paths;
  const at = (method: Operation['method'], path: string): Operation => {
    const found = allOperations.find((each) => each.method === method && each.path === path);
    if (found === undefined) throw new Error(`there is no ${method} ${path}`);
    return found;
  };
  return {
    create: at('POST', many),
    get: at('GET', one),
    update: at('PUT', updatePathOf(record)),
    remove: at('DELETE', one),
    restore: at('POST', `${one}/restore`),
    revert: at('POST', `${one}/revert`),
    history: at('GET', `${one}/history`),
  };
};

/** Whether only administrators make and change them. */
export const isAdministrators = ({ description: { access } }: AnyRecord): boolean =>
  access.write === 'administrator';

/** The field by whose words a list of them finds one. */
const wordsOf = ({ description: { title, fields } }: AnyRecord): string => {
  const found = Object.keys(fields).find((name) => fields[name]?.use.words === true);
  if (found === undefined) throw new Error(`no list finds a ${title} by its words`);
  return found;
};

const uniqueValues = ({ description: { unique = [], example } }: AnyRecord, own: string): object =>
  Object.fromEntries(unique.map(({ field }) => [field, `${String(example[field])} ${own}`]));

/** The body of its operation's example, about one of the world: what is unique is its own. */
export const recordBodyIn = (records: Records, record: AnyRecord, body: object): object => {
  const id = records[record.category] ?? '';
  const own = Object.entries(uniqueValues(record, id)).filter(([field]) => Object.hasOwn(body, field));
  return { ...body, ...Object.fromEntries(own), ...(Object.hasOwn(body, 'id') ? { id } : {}) };
};

/** Asks for an operation on one; throws where it is refused. */
export const askRecord = async (
  { client }: Pick<Person, 'client'>,
  { id: called, method, path }: Operation,
  request: Pick<PlainRequest, 'params' | 'body'>,
): Promise<Response> => {
  const response = await client.send({ method, path, ...request });
  if (!response.ok) throw new Error(`${called}: ${response.status} ${await response.text()}`);
  return response;
};

/** Makes one, which is found by `words` where they are said. */
export const makeRecord = async (person: Person, record: AnyRecord, words?: string): Promise<string> => {
  const { create } = operationsOf(record);
  const sent = create.example?.body as object;
  const found = words === undefined ? {} : { [wordsOf(record)]: words };
  const body = { ...sent, ...uniqueValues(record, randomUUID()), ...found };
  const response = await askRecord(person, create, { body });
  return ((await response.json()) as { readonly id: string }).id;
};

/** What a change of one is sent: other words for what it is found by. */
export const changeOf = (
  record: AnyRecord,
  id: string,
  words: string,
): Pick<PlainRequest, 'params' | 'body'> => {
  const isNamed = updatePathOf(record).includes('{id}');
  const body = { [wordsOf(record)]: words, ...(isNamed ? {} : { id }) };
  return isNamed ? { params: { id }, body } : { body };
};

/** Stands for those that nobody made: who needs one makes it (`prepared.ts`). */
const NOT_MADE = '00000000-0000-7000-8000-0000000000a0';

interface Makers {
  readonly person: Person;
  readonly administrator?: Person | undefined;
}

/** One of a kind; none of the administrators' where there is no administrator. */
export const makeOne = async (record: AnyRecord, makers: Makers): Promise<Records> => {
  const maker = makerIn(makers, record);
  return { [record.category]: maker === undefined ? NOT_MADE : await makeRecord(maker, record) };
};

/** One of each kind. */
export const makeRecords = async (makers: Makers): Promise<Records> => {
  const made = await Promise.all(plainRecords.map((record) => makeOne(record, makers)));
  return Object.assign({}, ...made) as Records;
};

/** Whoever makes and changes records of a kind in a world; `undefined` where nobody does. */
const makerIn = ({ person, administrator }: Makers, record: AnyRecord): Person | undefined =>
  isAdministrators(record) ? administrator : person;

/** One more of each kind that somebody there makes, found by `words`. */
export const fillRecords = async (world: Makers, words: string): Promise<void> => {
  for (const record of plainRecords) {
    const maker = makerIn(world, record);
    if (maker !== undefined) await makeRecord(maker, record, words);
  }
};

/** Changes each that the world has, to be found by `words`. */
export const changeRecords = async (
  world: Makers & { readonly records: Records },
  words: string,
): Promise<void> => {
  for (const record of plainRecords) {
    const maker = makerIn(world, record);
    const change = changeOf(record, world.records[record.category] ?? NOT_MADE, words);
    if (maker !== undefined) await askRecord(maker, operationsOf(record).update, change);
  }
};
