import { administrator, type Person } from '../../support/people.js';
import { oneMachine } from '../../support/topology.js';
import { quantile, type Spread, spreadOf } from '../measuring.js';
import type { Line, Row } from '../row.js';

const SHORT = 50;
/** Commands that are under way at once while a stream is filled. */
const FILLERS = 32;
const COMMANDS = 300;

const rename = async ({ client }: Person, id: string, name: string): Promise<void> => {
  await client.call('updateDataset', { params: { id }, body: { name } });
};

/** A dataset whose stream has that many events. */
const datasetOf = async (person: Person, events: number): Promise<string> => {
  const { body } = await person.client.call('createDataset', { body: { name: 'Long' } });
  let made = 1;
  const fill = async (): Promise<void> => {
    while (made < events) {
      made += 1;
      await rename(person, body.id, `Long ${made}`);
    }
  };
  await Promise.all(Array.from({ length: FILLERS }, fill));
  return body.id;
};

/** Milliseconds that commands on the datasets took, in turn, so that both meet the same machine. */
const timed = async (person: Person, ids: readonly string[]): Promise<readonly (readonly number[])[]> => {
  const times = ids.map((): number[] => []);
  for (let number = 0; number < COMMANDS; number += 1)
    for (const [index, id] of ids.entries()) {
      const began = performance.now();
      await rename(person, id, `Renamed ${number}`);
      times[index]?.push(performance.now() - began);
    }
  return times;
};

const ratioOf = async (person: Person, long: string, short: string, rounds: number): Promise<Spread> => {
  const ratios: number[] = [];
  await timed(person, [short, long]);
  for (let round = 0; round < rounds; round += 1) {
    const [shorts = [], longs = []] = await timed(person, [short, long]);
    ratios.push(quantile(longs, 0.99) / quantile(shorts, 0.99));
  }
  return spreadOf(ratios);
};

/** B9: a command does not get slower with what its stream remembers. */
export const longStreams: Row = {
  name: 'B9',
  about: 'a command on a long stream',
  measure: async ({ quick, rounds }) => {
    const cairn = await oneMachine.start();
    try {
      const person = await administrator(cairn);
      const short = await datasetOf(person, SHORT);
      const lines: Line[] = [];
      for (const events of quick ? [10_000] : [10_000, 100_000]) {
        const long = await datasetOf(person, events);
        lines.push({
          row: 'B9',
          measured: `PUT a dataset: p99 at ${events} events ÷ p99 at ${SHORT}`,
          ratio: await ratioOf(person, long, short, rounds * 2),
          bound: { floor: 3, goal: 1.2, atMost: true },
        });
      }
      return lines;
    } finally {
      await cairn.remove();
    }
  },
};
