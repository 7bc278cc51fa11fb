import { within } from './deadline.js';

describe('a call with a deadline', () => {
  it('is told of in whole milliseconds when it had no answer', async () => {
    await expect(within(30.000000000001, new Promise(() => undefined))).rejects.toThrow(
      /^no answer within 30 ms$/,
    );
  });
});
