// @runs-alone: it measures what others wait for.
import { allOperations, type Operation } from '@cairn/contracts';
import type { PlainRequest } from '@cairn/client';
import { answerOf } from '../support/answers.js';
import { largestBodies } from '../support/largest.js';
import { Onlooker } from '../support/onlooker.js';
import { isUnsafe } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { preparedIn } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { askerOf, makeWorld, requestIn, type World } from '../support/world.js';

const TIMES = 12;

/** One request and what others waited for meanwhile, milliseconds. */
interface Row {
  readonly asked: string;
  readonly status: number;
  readonly bytes: number;
  readonly took: number;
  readonly waited: number;
}

describe.each(topologies)('the largest inputs on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let stranger: Person;
  let world: World;
  const rows: Row[] = [];

  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_MAX_JSON_BYTES: '10000000' });
    [ada, stranger] = [await somebody(cairn), await somebody(cairn, 'stranger')];
    world = await makeWorld(ada, 'private', await administrator(cairn));
  });
  afterAll(() => cairn.leave());

  const measured = async (asked: string, operation: Operation, request: PlainRequest): Promise<Row> => {
    const onlooker = new Onlooker(`${cairn.baseUrl}/api/v1/me`, stranger.token);
    const began = performance.now();
    const answer = await answerOf(askerOf(world, operation).client, request);
    const took = performance.now() - began;
    const waits = await onlooker.stop();
    expect(waits.filter(({ status }) => status !== 200)).toEqual([]);
    const waited = Math.max(...waits.map(({ ms }) => ms));
    const row = { asked, status: answer.status, bytes: answer.text.length, took, waited };
    rows.push(row);
    return row;
  };

  const tellWorst = (): void => {
    const worst = [...rows].sort((one, other) => other.waited - one.waited).slice(0, 40);
    const line = ({ asked, status, bytes, took, waited }: Row) =>
      `${waited.toFixed(0).padStart(6)} ms waited ${took.toFixed(0).padStart(6)} ms ${status} ${bytes} B ${asked}`;
    process.stdout.write(`${worst.map(line).join('\n')}\n${rows.length} requests\n`);
  };

  it('no body makes others wait', async () => {
    for (const operation of allOperations.filter((each) => isUnsafe(each) && each.body !== undefined)) {
      if (/^(delete|remove|login|register|reset|request)/i.test(operation.id)) continue;
      const valid = requestIn(world, operation);
      for (const { place, body } of largestBodies(operation, valid.body)) {
        const asked = `${operation.id} ${place}`;
        const { status } = await measured(asked, operation, { ...valid, body });
        expect([asked, status < 500 || status === 507]).toEqual([asked, true]);
        if (status >= 300 || operation.method !== 'POST') continue;
        for (let times = 1; times < TIMES; times += 1)
          await answerOf(askerOf(world, operation).client, { ...valid, body });
      }
    }
    tellWorst();
  }, 3_600_000);

  it('no page makes others wait', async () => {
    rows.length = 0;
    for (const operation of allOperations.filter((each) => !isUnsafe(each))) {
      const valid = await preparedIn(cairn, world, operation);
      const query = operation.list === undefined ? {} : { limit: 1000 };
      const asked = { ...valid, query: { ...valid.query, ...query } };
      await measured(operation.id, operation, asked);
      if (operation.list === undefined || operation.history === true) continue;
      const as_of = new Date().toISOString();
      await measured(`${operation.id} as of`, operation, { ...asked, query: { ...asked.query, as_of } });
    }
    tellWorst();
  }, 3_600_000);
});
