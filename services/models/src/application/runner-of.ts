import type { ServiceTools } from '@cairn/kernel';
import type { ModelRunner } from '../running/port.js';

/** What opens and runs models in a process, once for all commands of it. */
export type RunnerOf = (tools: ServiceTools) => ModelRunner;
