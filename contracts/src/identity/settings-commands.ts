import { commandsOf } from '../kit/command.js';
import * as settings from './operations/settings.js';

/** Commands about what is set for the whole of Cairn; administrators alone. */
export const settingsCommands = commandsOf('identity', settings);
