import { operations } from '@cairn/contracts';
import { handler } from '../../handler.js';
import { imported } from './imported.js';

export const importDatasetFormat = handler(operations.importDatasetFormat, (call) =>
  imported(call, call.params.format),
);
