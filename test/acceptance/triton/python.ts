import { join } from 'node:path';
import { pythonWith } from '@cairn/engines';

const VERSION = '2.73.0';

const python = () => pythonWith(`tritonclient-${VERSION}`, [`tritonclient[http]==${VERSION}`]);

/** Installs Triton's client from PyPI, once. Throws with its name where that cannot be had. */
export const installTritonClient = async (): Promise<void> => {
  await python();
};

/** What the program of a client prints, as JSON. */
export const tritonClient = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
  const installed = await python();
  return (await installed.printed(join(__dirname, 'client.py'), ...args)) as Record<string, unknown>;
};
