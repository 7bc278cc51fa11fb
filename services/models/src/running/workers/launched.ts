import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchOptions } from '@cairn/kernel';

/** What says how workers are started. */
export interface NativeLaunch {
  /** Folder of the native parts. */
  readonly native: string;
  /** Bytes that a worker may have in its address space, beside what Node itself takes. */
  readonly memoryBytes: number;
}

/** Of the native parts' folder: where `npm run models:install` makes the locale that the system lacks. */
const LOCALES = 'locale';

/** A process that opens and runs models. */
export const modelWorker = ({ native, memoryBytes }: NativeLaunch): LaunchOptions => ({
  memoryBytes,
  program: join(__dirname, '../worker/main'),
  args: [native],
  environment: locale(native),
});

/** onnxruntime compares texts by `en_US.UTF-8`. */
const locale = (native: string): NodeJS.ProcessEnv => {
  const { LOCPATH = '' } = process.env;
  const made = join(native, LOCALES);
  const folders = [existsSync(made) ? made : '', LOCPATH].filter((folder) => folder !== '').join(':');
  return { ...(folders === '' ? {} : { LOCPATH: folders }), LC_ALL: 'en_US.UTF-8' };
};
