import { application } from '@cairn/contracts';
import { recordModel } from '@cairn/kernel';

/** What a model can be of. Models that have one keep it, whatever becomes of it. */
export const applications = recordModel(application);
