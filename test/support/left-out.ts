import { appendFileSync } from 'node:fs';

/** Tells the suites that this spec file leaves something out on this machine, and which command would let it run. */
export const leaveOut = (needs: string): void => {
  const notes = process.env['CAIRN_TEST_LEFT_OUT'];
  if (notes === undefined) return;
  appendFileSync(notes, `${JSON.stringify({ file: expect.getState().testPath, needs })}\n`);
};
