import { operations } from '@cairn/contracts';
import { Problem } from '../../problems/problem.js';
import { handler } from '../handler.js';
import { personalArchive } from './personal-archive.js';

export const exportMe = handler(operations.exportMe, async (call) => {
  if (call.principal.kind !== 'user') throw new Problem('session_required');
  return {
    kind: 'stream',
    content: await personalArchive(call),
    contentType: 'application/zip',
    fileName: 'cairn-personal-data.zip',
  };
});
