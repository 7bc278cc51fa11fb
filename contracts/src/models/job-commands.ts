import { jobCommands } from '../work/commands.js';
import { JobError } from '../work/events.js';

/** What every kind of work of models is told. */
export const modelJobCommands = jobCommands({ service: 'models', noun: 'Job', error: JobError });
