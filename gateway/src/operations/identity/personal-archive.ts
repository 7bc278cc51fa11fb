import { ownSessions, ownUser, storedApiKeys } from '@cairn/identity';
import type { Journal, Page, PageRequest, PersonalRecords, QueryContext } from '@cairn/kernel';
import { ZipFile } from 'yazl';
import { found } from '../../problems/problem.js';
import type { Call } from '../handler.js';

const AT_ONCE = 1000;

/**
 * What read models and the journal hold about the caller, a JSON file for each kind, as a zip: deleted keys too, which keep their names, and
 * memberships and shares that are over.
 * Sessions that have ended are in none.
 */
export const personalArchive = async ({
  context,
  edge: { registers, personal, journal },
}: Pick<Call, 'context' | 'edge'>): Promise<AsyncIterable<Uint8Array>> => {
  const contents = {
    'profile.json': found(await ownUser(context, registers)).resource,
    'sessions.json': await everyPage((page) => ownSessions(context, registers, page)),
    'api_keys.json': await everyPage((page) => storedApiKeys(context, registers, page)),
    'accesses.json': await lastAccesses(journal, context.principal.userId),
    ...Object.fromEntries(await Promise.all(personal.map((records) => fileOf(records, context)))),
  };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(contents))
    zip.addBuffer(Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`), name);
  zip.end();
  return zip.outputStream as AsyncIterable<Uint8Array> & NodeJS.ReadableStream;
};

/** The last thousand requests: the journal keeps no more of anybody for long. */
const lastAccesses = async (journal: Journal, userId: string): Promise<readonly object[]> =>
  (await journal.accesses({ userId }, { limit: AT_ONCE, sort: '-created_at' })).elements;

const fileOf = async (
  { name, page }: PersonalRecords,
  context: QueryContext,
): Promise<readonly [name: string, content: readonly object[]]> => [
  `${name}.json`,
  await everyPage((wanted) => page(context, wanted)),
];

const everyPage = async <Element>(
  read: (page: PageRequest) => Promise<Page<Element>>,
): Promise<readonly Element[]> => {
  const elements: Element[] = [];
  let next: Page<Element>['next'];
  do {
    const page = await read({
      limit: AT_ONCE,
      sort: 'created_at',
      ...(next === undefined ? {} : { after: next }),
    });
    elements.push(...page.elements);
    ({ next } = page);
  } while (next !== undefined);
  return elements;
};
