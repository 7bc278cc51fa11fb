import { join } from 'node:path';
import { type Position, START } from '../base/position.js';
import { NO_STREAM } from '../eventlog/port.js';
import { readModelOf } from '../reactions/read-model.js';
import { counterEvent } from '../testkit/counter-writer.js';
import { counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { StartError } from './start-error.js';
import { refuseLostTail, refuseLostVault } from './whole-folder.js';

describe('the files of one machine', () => {
  let engines: Embedded;
  beforeEach(async () => {
    engines = openEmbedded();
    await engines.documents.prepare([readModelOf(counters)]);
  });
  afterEach(() => engines.remove());

  const append = async (stream: string): Promise<Position> => {
    const events = [counterEvent('made', { owner: 'o' })];
    await engines.log.append({ stream: `counter-${stream}`, expected: NO_STREAM, events });
    return engines.log.head();
  };
  const projected = (position: Position) =>
    engines.documents.apply({
      projection: counters.name,
      generation: 'live',
      from: START,
      to: position,
      changes: [],
    });
  const started = () => refuseLostTail(engines, [counters]);
  /** A log that ends earlier, as a backup does. */
  const startedOn = (head: Position) =>
    refuseLostTail({ ...engines, log: { head: async () => head } }, [counters]);

  it('go on where what was made of the log stands in the log', async () => {
    await expect(started()).resolves.toBeUndefined();
    const position = await append('a');
    await projected(position);
    await engines.registers.put('policy:kernel.spec', position, undefined);
    await append('b');
    await expect(started()).resolves.toBeUndefined();
  });

  it('stop the start where the read models went further than the log does', async () => {
    const before = await append('a');
    await projected(await append('b'));
    await expect(startedOn(before)).rejects.toThrow(StartError);
    await expect(startedOn(before)).rejects.toThrow(
      /^The log ends at 0*1, .* were at 0*2 .* views\.db and reg/,
    );
    await expect(startedOn(START)).rejects.toThrow(/^The log ends at its beginning, /);
  });

  it('go on where 2^64−1 was kept, which EventStoreDB 24 answers when it has no position', async () => {
    await append('a');
    await projected('18446744073709551615');
    await expect(started()).resolves.toBeUndefined();
  });

  it('stop the start where a policy alone went further', async () => {
    const before = await append('a');
    await engines.registers.put('policy:kernel.spec', await append('b'), undefined);
    await expect(startedOn(before)).rejects.toThrow(StartError);
  });

  it('stop the start where a log with events has no vault', async () => {
    const there = join(engines.folder, 'vault.db');
    const gone = join(engines.folder, 'gone.db');
    await expect(refuseLostVault(engines.log, gone)).resolves.toBeUndefined();
    await append('a');
    await expect(refuseLostVault(engines.log, there)).resolves.toBeUndefined();
    await expect(refuseLostVault(engines.log, gone)).rejects.toThrow(StartError);
    await expect(refuseLostVault(engines.log, gone)).rejects.toThrow(
      /^\S+gone\.db is not there, .*backup in its place/,
    );
  });
});
