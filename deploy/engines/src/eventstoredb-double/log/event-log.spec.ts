import { randomUUID } from 'node:crypto';
import type { ProposedEvent } from './event.js';
import { EventLog } from './event-log.js';
import type { Journal } from './journal.js';
import { LogState } from './log-state.js';

const event = (): ProposedEvent => ({
  id: randomUUID(),
  type: 'a',
  contentType: 'application/json',
  metadata: new Uint8Array(),
  data: Buffer.from('{}'),
});

/** A journal whose writes end when they are told to. */
class HeldJournal implements Journal {
  readonly writes: { frames: number; end: () => void; fail: (error: Error) => void }[] = [];
  private begun = (): void => undefined;

  write(frames: readonly Buffer[]): Promise<void> {
    return new Promise((end, fail) => {
      this.writes.push({ frames: frames.length, end, fail });
      this.begun();
    });
  }

  replace(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Answers when so many writes have begun. */
  async until(count: number): Promise<void> {
    while (this.writes.length < count) await new Promise<void>((resolve) => (this.begun = resolve));
  }
}

describe('the log of the double', () => {
  let journal: HeldJournal;
  let log: EventLog;
  let shown: number;

  beforeEach(() => {
    journal = new HeldJournal();
    log = new EventLog(new LogState(), journal);
    shown = 0;
    log.onVisible(() => (shown += 1));
  });

  it('shows and acknowledges events when they are durable, not before', async () => {
    let acknowledged = false;
    const append = log.append('s', 'any', [event(), event()]).then(() => (acknowledged = true));
    await journal.until(1);
    expect([log.length, log.streamLength('s'), log.ofStream('s', 0), acknowledged, shown]).toEqual([
      0,
      0,
      undefined,
      false,
      0,
    ]);
    journal.writes[0]?.end();
    await append;
    expect([log.length, log.streamLength('s'), log.ofStream('s', 0)?.type, shown]).toEqual([2, 2, 'a', 1]);
  });

  it('makes durable together what came in while it wrote', async () => {
    const appends = [log.append('s', 'no-stream', [event()])];
    await journal.until(1);
    for (let revision = 0; revision < 5; revision += 1)
      appends.push(log.append('s', { revision }, [event()]));
    const refused = log.append('s', 'no-stream', [event()]);
    journal.writes[0]?.end();
    await journal.until(2);
    expect(journal.writes[1]?.frames).toBe(5);
    journal.writes[1]?.end();
    const outcomes = await Promise.all(appends);
    expect(outcomes.map((outcome) => outcome.kind === 'written' && outcome.revision)).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    expect(await refused).toEqual({ kind: 'wrong-expected-version', current: 5 });
    expect(shown).toBe(2);
  });

  it('writes nothing more and shows nothing of it when the journal fails', async () => {
    const [kept, lost] = [log.append('s', 'any', [event()]), log.append('s', 'any', [event()])];
    await journal.until(1);
    journal.writes[0]?.fail(new Error('no space'));
    await expect(kept).rejects.toThrow('the log cannot be written');
    await expect(lost).rejects.toThrow('the log cannot be written');
    await expect(log.append('t', 'any', [event()])).rejects.toThrow('the log cannot be written');
    expect([journal.writes.length, log.length, shown]).toEqual([1, 0, 0]);
  });

  it('drops an append while another of the same first event to the same stream is under way', async () => {
    const [one, other] = [event(), event()];
    const first = log.append('s', 'any', [one]);
    expect(await log.append('s', 'any', [one, other])).toEqual({ kind: 'under-way' });
    const elsewhere = log.append('t', 'any', [one]);
    await journal.until(1);
    expect(await log.append('s', 'any', [one])).toEqual({ kind: 'under-way' });
    journal.writes[0]?.end();
    expect([await first, await elsewhere]).toMatchObject([{ revision: 0 }, { revision: 0 }]);
    const again = log.append('s', 'any', [one]);
    expect(await again).toMatchObject({ kind: 'written', revision: 0 });
    expect(log.length).toBe(2);
  });

  it('finishes what it writes before it closes', async () => {
    const append = log.append('s', 'any', [event()]);
    await journal.until(1);
    let closed = false;
    const close = log.close().then(() => (closed = true));
    await new Promise(setImmediate);
    expect(closed).toBe(false);
    journal.writes[0]?.end();
    expect(await append).toMatchObject({ kind: 'written', revision: 0 });
    await close;
    expect(closed).toBe(true);
  });
});
