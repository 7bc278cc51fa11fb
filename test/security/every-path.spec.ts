/**
 * S1: every path with an id, for everybody and every visibility, against the reference policy of `support/policy`. Reads are
 * asked as they are. Writes carry an `If-Match` of nothing: it is looked at after the right, so that 412 says `allowed` and
 * nothing is changed. `@runs-alone`: it stands still once, for an account to be disabled.
 */
import type { Operation } from '@cairn/contracts';
import { answerOf, codeIn } from '../support/answers.js';
import { isToldBy, isUnsafe } from '../support/operations.js';
import { expectedOf, idPaths, isOfAsset, oneOfEachKind, rightOf } from '../support/policy/cells.js';
import { type Company, foundCompany, principals } from '../support/policy/company.js';
import { visibilities } from '../support/policy/facts.js';
import { REFUSALS } from '../support/refusals.js';
import type { Right } from '../support/rights.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { requestIn } from '../support/world.js';

const NOTHING = '"999999.none"';
const AT_ONCE = 8;
/** Of no asset: what the visibility of one is changes nothing. */
const ANY = ['private'] as const;

const takesIfMatch = ({ etag, ifMatch }: Operation): boolean => etag === true || ifMatch === true;
/** Of what is over or not there, for who may ask: done without harm. */
const HARMLESS = new Set(['cancelJob']);
/** Who may is not asked: it would be done. */
const isHarmful = (operation: Operation): boolean =>
  isUnsafe(operation) && !takesIfMatch(operation) && !HARMLESS.has(operation.id);

describe.each(topologies)('S1 every path with an id on $name', (topology) => {
  let cairn: RunningCairn;
  let company: Company;
  beforeAll(async () => {
    cairn = await topology.start();
    company = await foundCompany(cairn);
  });
  afterAll(() => cairn.remove());

  type Cell = Parameters<typeof expectedOf>[1];

  /** By one after the other: nobody asks so much at once that a gateway refuses it as their share. */
  const cellsOf = (operation: Operation): readonly Cell[] =>
    (isOfAsset(operation) ? visibilities : ANY).flatMap((visibility) =>
      principals.map((who) => ({ operation, who, visibility })),
    );

  const requestOf = ({ operation, visibility }: Cell) => {
    const world = company.worlds[visibility];
    const headers = isUnsafe(operation) && takesIfMatch(operation) ? { 'if-match': NOTHING } : {};
    const asked = { ...requestIn(world, operation), headers };
    return operation.id === 'getEventData' ? { ...asked, ...world.event } : asked;
  };

  /** The code that refuses it, or that it is allowed; a write that did something says so. */
  const answerTo = async (cell: Cell): Promise<string> => {
    const { operation, who } = cell;
    const answer = await answerOf(company.people[who].client, requestOf(cell));
    const code = codeIn(answer);
    if (REFUSALS.has(code)) return code;
    if (!isUnsafe(operation)) return isToldBy(answer.status, code) ? 'allowed' : code;
    return answer.status < 300 ? `done: ${code}` : 'allowed';
  };

  const nameOf = ({ operation: { method, path }, who, visibility }: Cell): string =>
    `${method} ${path} of what is ${visibility}, by ${who}`;

  /** What is wrong in a table: a line for each cell that is not as the policy says. */
  const wrongIn = async (operations: readonly Operation[]): Promise<readonly string[]> => {
    const cells = operations.flatMap(cellsOf).filter((cell) => {
      const isAllowed = expectedOf(company, cell) === 'allowed';
      return !(isAllowed && isHarmful(cell.operation));
    });
    const wrong: string[] = [];
    const left = cells.values();
    const work = async (): Promise<void> => {
      for (const cell of left) {
        const [expected, actual] = [expectedOf(company, cell), await answerTo(cell)];
        if (actual !== expected) wrong.push(`${nameOf(cell)}: ${actual} instead of ${expected}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return wrong.sort();
  };

  const asked = topology.name === 'cluster' ? oneOfEachKind : idPaths;
  const rights = [...new Set(asked.map(rightOf))].sort(
    (one, other) => Number(/write|delete/.test(one)) - Number(/write|delete/.test(other)),
  );

  it.each(rights)('what takes the right `%s` is as the policy says', async (right: Right) => {
    expect(await wrongIn(asked.filter((operation) => rightOf(operation) === right))).toEqual([]);
  });

  it('nothing was changed by all of that', async () => {
    const { client } = company.people['the owner'];
    for (const visibility of visibilities) {
      const { dataset, job } = company.worlds[visibility];
      const { body } = await client.call('getDataset', { params: { id: dataset } });
      expect([body.visibility, body.name, body.versions.length]).toEqual([visibility, 'World', 1]);
      expect((await client.call('getJob', { params: { id: job } })).body.status).toBe('completed');
    }
  });
});
