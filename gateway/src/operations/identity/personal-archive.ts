import { ownSessions, ownUser, storedApiKeys } from '@cairn/identity';
import type { Page, PageRequest } from '@cairn/kernel';
import { ZipFile } from 'yazl';
import { found } from '../../problems/problem.js';
import type { Call } from '../handler.js';

const AT_ONCE = 1000;

/**
 * What read models hold about the caller, a JSON file for each kind, as a zip: deleted keys too, which keep their names.
 * Sessions that have ended are in none.
 */
export const personalArchive = async ({
  reading,
  edge: { registers },
}: Pick<Call, 'reading' | 'edge'>): Promise<AsyncIterable<Uint8Array>> => {
  const contents = {
    'profile.json': found(await ownUser(reading, registers)).resource,
    'sessions.json': await everyPage((page) => ownSessions(reading, registers, page)),
    'api_keys.json': await everyPage((page) => storedApiKeys(reading, registers, page)),
  };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(contents))
    zip.addBuffer(Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`), name);
  zip.end();
  return zip.outputStream as AsyncIterable<Uint8Array> & NodeJS.ReadableStream;
};

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
