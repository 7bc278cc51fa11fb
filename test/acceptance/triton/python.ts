import { join } from 'node:path';
import { type Python, pythonWith } from '../../support/python-packages.js';

const install = (): Promise<Python> => pythonWith('tritonclient', ['tritonclient[http]==2.73.0']);

/** Installs Triton's client from PyPI, once. Throws with its name where that cannot be had. */
export const installTritonClient = async (): Promise<void> => {
  await install();
};

/** What the program of a client prints, as JSON. */
export const tritonClient = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
  const python = await install();
  return JSON.parse(await python.run(join(__dirname, 'client.py'), args)) as Record<string, unknown>;
};
