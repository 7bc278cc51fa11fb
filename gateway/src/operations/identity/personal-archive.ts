import {
  errorsFor,
  ownDevices,
  ownSecondFactor,
  ownSecrets,
  ownSessions,
  ownUser,
  storedApiKeys,
} from '@cairn/identity';
import { type Json, jsonInTurns, type Page, type PageRequest, zipped, type ZippedFile } from '@cairn/kernel';
import type { Call } from '../../call/call.js';
import { found } from '../../problems/problem.js';

/** Pages of things that may be large each: texts that models were asked. */
const AT_ONCE = 100;
/** The last requests and errors: the journal keeps no more of anybody for long. */
const OF_JOURNAL = { limit: 1_000, sort: '-created_at' };

type Asked = Pick<Call, 'context' | 'edge'>;

/**
 * What read models and the journal hold about the caller, a JSON file for each kind, as a zip that is made while it is
 * read: deleted keys too, which keep their names, and memberships and shares that are over. Sessions that have ended are in
 * none. What is small is read first: what cannot be read then is a refusal.
 */
export const personalArchive = async (call: Asked): Promise<AsyncIterable<Uint8Array>> =>
  jsonArchive(await aboutAccount(call), pagedOf(call));

type Pages = (page: PageRequest) => Promise<Page<object>>;
type NamedPages = readonly (readonly [name: string, pages: Pages])[];

/** A zip with a JSON file for each. Who reads it is thrown what a page that cannot be read throws. */
export const jsonArchive = (
  whole: Readonly<Record<string, unknown>>,
  paged: NamedPages,
): AsyncIterable<Uint8Array> =>
  zipped(
    (async function* () {
      for (const [name, content] of Object.entries(whole))
        yield jsonFile(name, [`${JSON.stringify(content, undefined, 2)}\n`]);
      for (const [name, pages] of paged) yield jsonFile(name, listed(pages));
    })(),
  );

const jsonFile = (name: string, texts: Iterable<string> | AsyncIterable<string>): ZippedFile => ({
  path: `${name}.json`,
  compress: true,
  content: async () =>
    (async function* () {
      for await (const text of texts) yield Buffer.from(text);
    })(),
});

const aboutAccount = async ({ context, edge: { registers, journal } }: Asked) => {
  const { userId } = context.principal;
  return {
    profile: found(await ownUser(context, registers)).resource,
    second_factor: await ownSecondFactor(context),
    accesses: (await journal.accesses({ userId }, OF_JOURNAL)).elements,
    errors: (await errorsFor(context, registers, OF_JOURNAL, { user_id: userId })).elements,
  };
};

const pagedOf = ({ context, edge }: Asked): NamedPages => {
  const { registers, jobs, personal } = edge;
  return [
    ['sessions', (page) => ownSessions(context, registers, page)],
    ['devices', (page) => ownDevices(context, page)],
    ['api_keys', (page) => storedApiKeys(context, registers, page)],
    ['secrets', (page) => ownSecrets(context, page)],
    ['jobs', (page) => jobs.page(context, page, {}, registers)],
    ...personal.map(({ name, page }) => [name, (wanted: PageRequest) => page(context, wanted)] as const),
  ];
};

/** A list as JSON, a page after the other and an element a line: one may be an answer of millions of values. */
async function* listed(pages: Pages): AsyncGenerator<string, void, void> {
  let next: Page<object>['next'];
  let isFirst = true;
  yield '[';
  do {
    const page = await pages({
      ...{ limit: AT_ONCE, sort: 'created_at' },
      ...(next === undefined ? {} : { after: next }),
    });
    for (const element of page.elements) {
      yield `${isFirst ? '' : ','}\n${await jsonInTurns(element as Json)}`;
      isFirst = false;
    }
    ({ next } = page);
  } while (next !== undefined);
  yield '\n]\n';
}
