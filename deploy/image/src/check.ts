import { checkSettings, type CheckSettings, WrongSettings } from './check/settings.js';
import { Steps } from './check/steps.js';
import { checked } from './check/story.js';

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

const settingsOf = (environment: NodeJS.ProcessEnv): CheckSettings | undefined => {
  try {
    return checkSettings(environment);
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    tell(`failed: ${error.message}`);
    return undefined;
  }
};

/** `helm test`: whether an installation does what a client wants of it. A line for each step; 0 when all went well, else 1. */
const check = async (): Promise<void> => {
  const settings = settingsOf(process.env);
  const isWell = settings !== undefined && (await checked(settings, new Steps(tell), tell));
  process.exitCode = isWell ? 0 : 1;
};

if (require.main === module) void check();
