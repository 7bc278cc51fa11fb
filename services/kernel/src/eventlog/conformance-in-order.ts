import { appendInOrder } from './append-in-order.js';
import { expectAppended, fill, freshStream, someEvents } from './conformance-events.js';
import type { Append, EventLog } from './port.js';
import { NO_STREAM } from './port.js';

const appendTo = (stream = freshStream()): Append => ({
  stream,
  expected: NO_STREAM,
  events: someEvents(2),
});

export const inOrderCases = (log: () => EventLog): void => {
  const lengths = (appends: readonly Append[]): Promise<readonly number[]> =>
    Promise.all(appends.map(async ({ stream }) => (await log().read(stream)).length));

  it('law 5: appends to several streams in the order given', async () => {
    const appends = [appendTo(), appendTo(), appendTo()];
    const outcomes = await appendInOrder(log(), appends);
    const tips = await Promise.all(appends.map(async ({ stream }) => (await log().read(stream)).at(-1)));
    expect(outcomes).toEqual(
      tips.map((last) => ({
        status: 'appended',
        tip: { revision: 1n, hash: last?.hash },
        position: last?.position,
      })),
    );
    const positions = tips.map((last) => last?.position ?? '');
    expect(positions).toEqual([...positions].sort());
  });

  it('law 5: tries nothing behind a conflict, and keeps what stands before it', async () => {
    const taken = freshStream();
    const { tip } = await fill(log(), taken, 1);
    const appends = [appendTo(), appendTo(taken), appendTo()];
    const outcomes = await appendInOrder(log(), appends);
    expect(outcomes.map(({ status }) => status)).toEqual(['appended', 'conflict']);
    expect(outcomes[1]).toEqual({ status: 'conflict', tip });
    expect(await lengths(appends)).toEqual([2, 1, 0]);
  });

  it('law 3: answers the same for the identical appends sent again, and goes on where they ended', async () => {
    const appends = [appendTo(), appendTo()] as const;
    const first = expectAppended(await log().append(appends[0]));
    const both = await appendInOrder(log(), appends);
    expect(both[0]).toMatchObject({ status: 'appended', tip: first.tip });
    expect((await appendInOrder(log(), appends)).map((outcome) => expectAppended(outcome).tip)).toEqual(
      both.map((outcome) => expectAppended(outcome).tip),
    );
    expect(await lengths(appends)).toEqual([2, 2]);
  });
};
