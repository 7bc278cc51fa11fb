import { join } from 'node:path';
import { outputOf } from '@cairn/engines';
import { folderOf } from '../tools/tools.js';

/** What hadolint says of a Dockerfile: the empty text when there is nothing. Throws with it when it is more than advice. */
export const lintDockerfile = async (file: string): Promise<string> =>
  outputOf(join(await folderOf('hadolint'), 'package', 'bin', 'hadolint'), ['--no-color', file]);
