import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, open, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EventStoreDBClient, JSONEventData, RecordedEvent } from '@eventstore/db-client';
import { startEventStoreDbDouble } from './double.js';
import { clientOf, errorOf, eventNamed, eventsOf, freshStream, ownTypesOf, typesOf } from './testing.js';

const KILLS = 10;
const WRITERS = 16;
const ACKNOWLEDGED_BEFORE_A_KILL = 150;

/** The double in a process of its own. */
interface Running {
  readonly url: string;
  readonly control: string | undefined;
  readonly process: ChildProcess;
}

describe('the file of the double', () => {
  let folder: string;
  let file: string;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventstoredb-double-'));
    file = join(folder, 'events.log');
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await ended(child, 'SIGKILL');
    await rm(folder, { recursive: true });
  });

  const start = async (environment: Record<string, string> = {}): Promise<Running> => {
    const args = ['--conditions=source', '--import', 'tsx', join(__dirname, 'main.ts')];
    const child = spawn(process.execPath, args, {
      cwd: __dirname,
      env: { ...process.env, CAIRN_DOUBLE_FILE: file, CAIRN_DOUBLE_STOP_MS: '0', ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    children.push(child);
    const printed: string[] = [];
    const closed = once(child, 'close');
    child.stderr.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    for await (const line of createInterface({ input: child.stdout })) {
      printed.push(line);
      const address = /^EventStoreDB protocol double listening on (127\.0\.0\.1:\d+)$/.exec(line)?.[1];
      if (address === undefined) continue;
      const control = /^control on (.*)$/m.exec(printed.join('\n'))?.[1];
      return { url: `esdb://${address}?tls=false`, control, process: child };
    }
    await closed;
    throw new Error(`the double ended: ${printed.join('\n')}`);
  };

  const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };

  /** Writes to streams of their own until the server dies; every append is tried with what it would expect. */
  class Writer {
    readonly stream = freshStream('load');
    readonly acknowledged: string[] = [];
    private number = 0;
    private unanswered: JSONEventData | undefined;

    /** Whether the append was acknowledged. An unanswered one is made again, identically, first. */
    async append(client: EventStoreDBClient): Promise<boolean> {
      const event = this.unanswered ?? eventNamed(`${this.stream} ${this.number}`);
      this.unanswered = event;
      const expectedRevision = this.number === 0 ? 'no_stream' : BigInt(this.number - 1);
      try {
        await client.appendToStream(this.stream, event, { expectedRevision });
      } catch (error) {
        expect(error).toMatchObject({ type: expect.stringMatching(/^(unavailable|cancelled|unknown)$/) });
        return false;
      }
      this.unanswered = undefined;
      this.number += 1;
      this.acknowledged.push(event.type);
      return true;
    }
  }

  it('loses nothing that was acknowledged and doubles nothing, however often it is killed', async () => {
    const writers = Array.from({ length: WRITERS }, () => new Writer());
    let known: RecordedEvent[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = await start();
      const client = clientOf(running);
      const soFar = (await eventsOf(client.readAll())).map(({ event }) => event!);
      expect(soFar.slice(0, known.length)).toEqual(known);
      known = soFar;
      const before = count(writers);
      const killed = new Promise<void>((resolve) => running.process.once('exit', () => resolve()));
      await Promise.all(
        writers.map(async (writer) => {
          while (await writer.append(client))
            if (count(writers) - before === ACKNOWLEDGED_BEFORE_A_KILL)
              setTimeout(() => running.process.kill('SIGKILL'), kill);
        }),
      );
      await killed;
      await client.dispose();
      expect(count(writers) - before).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE_A_KILL);
    }
    const { url } = await start();
    const client = clientOf({ url });
    for (const writer of writers) {
      expect(await writer.append(client)).toBe(true);
      expect(await typesOf(client.readStream(writer.stream))).toEqual(writer.acknowledged);
    }
    const positions = (await eventsOf(client.readAll())).map(({ event }) => event!.position!.commit);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)));
    await client.dispose();
  }, 180_000);

  const count = (writers: readonly Writer[]): number =>
    writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);

  it('keeps deletions, tombstones, metadata and what makes appends known', async () => {
    const [deleted, tombstoned, cut] = [freshStream(), freshStream(), freshStream()];
    const first = await startEventStoreDbDouble({ file });
    const writing = clientOf(first);
    const [a, b] = [eventNamed('a'), eventNamed('b')];
    for (const stream of [deleted, tombstoned, cut]) await writing.appendToStream(stream, [a, b]);
    await writing.deleteStream(deleted);
    await writing.tombstoneStream(tombstoned);
    await writing.setStreamMetadata(cut, { truncateBefore: 1 });
    const before = await eventsOf(writing.readAll());
    await writing.dispose();
    await first.stop();

    const second = await startEventStoreDbDouble({ file });
    const reading = clientOf(second);
    expect(await eventsOf(reading.readAll())).toEqual(before);
    expect(await errorOf(typesOf(reading.readStream(deleted)))).toMatchObject({ type: 'stream-not-found' });
    expect(await errorOf(typesOf(reading.readStream(tombstoned)))).toMatchObject({ type: 'stream-deleted' });
    expect(await typesOf(reading.readStream(cut))).toEqual(['b']);
    expect(await reading.appendToStream(cut, [a, b])).toMatchObject({ nextExpectedRevision: 1n });
    expect(await reading.appendToStream(deleted, eventNamed('c'))).toMatchObject({
      nextExpectedRevision: 2n,
    });
    await reading.dispose();
    await second.stop();
  });

  describe('with a torn tail', () => {
    const stream = freshStream();

    const written = async (...types: string[]): Promise<number> => {
      const double = await startEventStoreDbDouble({ file });
      const client = clientOf(double);
      for (const type of types) await client.appendToStream(stream, [eventNamed(type), eventNamed(type)]);
      await client.dispose();
      await double.stop();
      return (await stat(file)).size;
    };

    const opened = async (): Promise<{ tornBytes: number; types: string[] }> => {
      const double = await startEventStoreDbDouble({ file });
      const client = clientOf(double);
      const types = await ownTypesOf(client.readAll());
      await client.dispose();
      await double.stop();
      return { tornBytes: double.tornBytes, types };
    };

    it.each([1, 5, 40, 130])(
      'of a last append without its last %i bytes, has all before it',
      async (bytes) => {
        const size = await written('a', 'b');
        const whole = await written('c');
        await truncate(file, whole - bytes);
        expect(await opened()).toEqual({ tornBytes: whole - size - bytes, types: ['a', 'a', 'b', 'b'] });
        expect((await stat(file)).size).toBe(size);
        await written('d');
        expect(await opened()).toEqual({ tornBytes: 0, types: ['a', 'a', 'b', 'b', 'd', 'd'] });
      },
    );

    it.each([
      ['zeros', Buffer.alloc(4_000)],
      ['noise', Buffer.from(Array.from({ length: 500 }, (_, place) => (place * 37) % 251))],
      ['a length beyond everything', Buffer.from([255, 255, 255, 255, 1, 2, 3, 4, 5])],
      ['less than a length', Buffer.from([1, 2])],
    ])('of %s, has all before it', async (_, tail) => {
      await written('a');
      await appendFile(file, tail);
      expect(await opened()).toEqual({ tornBytes: tail.length, types: ['a', 'a'] });
    });

    it('of a byte that is not what was written, has all before it', async () => {
      const size = await written('a');
      const whole = await written('b');
      const handle = await open(file, 'r+');
      await handle.write(Buffer.from([0]), 0, 1, whole - 3);
      await handle.close();
      expect(await opened()).toEqual({ tornBytes: whole - size, types: ['a', 'a'] });
    });

    it('of a header that was not finished, begins', async () => {
      await appendFile(file, 'cairn');
      expect(await opened()).toEqual({ tornBytes: 0, types: [] });
      await written('a');
      expect(await opened()).toEqual({ tornBytes: 0, types: ['a', 'a'] });
    });
  });

  it('is refused when it is something else', async () => {
    await appendFile(file, 'Some letter that somebody wrote to somebody else.');
    const refused = await errorOf(startEventStoreDbDouble({ file }));
    expect(refused).toMatchObject({ message: expect.stringContaining('is not a log') });
    expect((await stat(file)).size).toBe(49);
  });

  it('of many events larger than a chunk is read whole', async () => {
    const stream = freshStream();
    const first = await startEventStoreDbDouble({ file });
    const writing = clientOf(first);
    const large = eventNamed('large');
    for (let number = 0; number < 25; number += 1)
      await writing.appendToStream(stream, {
        ...eventNamed(`e${number}`),
        data: { text: 'x'.repeat(900_000) },
      });
    await writing.appendToStream(stream, large);
    await writing.dispose();
    await first.stop();
    const second = await startEventStoreDbDouble({ file });
    const reading = clientOf(second);
    expect(await typesOf(reading.readStream(stream))).toHaveLength(26);
    expect(await reading.appendToStream(stream, large, { expectedRevision: 24n })).toMatchObject({
      nextExpectedRevision: 25n,
    });
    await reading.dispose();
    await second.stop();
  });

  describe('of a process', () => {
    it('ends it orderly on SIGTERM, and when its parent has gone', async () => {
      const byTerm = await start();
      const client = clientOf(byTerm);
      await client.appendToStream(freshStream(), eventNamed('a'));
      await client.dispose();
      expect(await ended(byTerm.process, 'SIGTERM')).toBe(0);
      const held = await start({ CAIRN_DOUBLE_STDIN: 'hold' });
      const gone = once(held.process, 'exit');
      held.process.stdin?.end();
      expect(await gone).toEqual([0, null]);
    });

    it('has the port, the faults and the control port that its environment names', async () => {
      const { control, url } = await start({
        CAIRN_DOUBLE_CONTROL_PORT: '0',
        CAIRN_DOUBLE_FAULTS: '[{"kind":"too-busy","operation":"read","count":1}]',
      });
      const response = await fetch(`http://${control ?? ''}/faults`);
      expect(await response.json()).toEqual([{ kind: 'too-busy', operation: 'read', count: 1 }]);
      const client = clientOf({ url });
      expect(await errorOf(typesOf(client.readAll()))).toMatchObject({ type: 'unavailable' });
      expect(await ownTypesOf(client.readAll())).toEqual([]);
      await client.dispose();
    });

    it('is refused with a sentence when a variable is not what it should be', async () => {
      await expect(start({ CAIRN_DOUBLE_PORT: 'x' })).rejects.toThrow('CAIRN_DOUBLE_PORT must be a number');
      expect(children.at(-1)?.exitCode).toBe(1);
    });
  });
});
