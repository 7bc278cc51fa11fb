import { NO_STREAM } from '../eventlog/port.js';
import { counterEvent } from '../testkit/counter-writer.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { keepWitness, refuseOtherLog } from './same-log.js';
import { StartError } from './start-error.js';
import { SHARED_STORES } from './whole-folder.js';

describe('the log that a service saw', () => {
  let seen: Embedded;
  let other: Embedded;
  const watched = { name: 'kernel', categories: ['counter'] };
  beforeEach(() => {
    seen = openEmbedded();
    other = openEmbedded();
  });
  afterEach(() => Promise.all([seen.remove(), other.remove()]));

  const append = async ({ log }: Embedded, stream: string, owner: string): Promise<void> => {
    const events = [counterEvent('made', { owner })];
    await log.append({ stream: `counter-${stream}`, expected: NO_STREAM, events });
  };
  const watch = async (): Promise<void> => {
    const after = await keepWitness(seen, watched, undefined);
    await append(seen, 'b', 'o');
    await keepWitness(seen, watched, after);
  };
  /** The registers of the service beside a log. */
  const startedOn = ({ log }: Embedded) =>
    refuseOtherLog({ log, registers: seen.registers }, watched, SHARED_STORES);

  it('is known again, also when it has grown', async () => {
    await expect(startedOn(seen)).resolves.toBeUndefined();
    await append(seen, 'a', 'o');
    await watch();
    await expect(startedOn(seen)).resolves.toBeUndefined();
    await append(seen, 'c', 'o');
    await expect(startedOn(seen)).resolves.toBeUndefined();
  });

  it('is told from one that was put back as it was before and has grown as far', async () => {
    await append(seen, 'a', 'o');
    await append(other, 'a', 'o');
    await watch();
    await append(other, 'x', 'somebody else');
    await append(other, 'y', 'somebody else');
    await expect(startedOn(other)).rejects.toThrow(StartError);
    await expect(startedOn(other)).rejects.toThrow(
      /another event .* grown since\. Restore the newest backup/,
    );
  });

  it('is told from one that ends before it', async () => {
    await append(seen, 'a', 'o');
    await watch();
    await expect(startedOn(other)).rejects.toThrow(StartError);
  });
});
