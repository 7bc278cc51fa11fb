import { operations } from '@cairn/contracts';
import { ownSessions } from '@cairn/identity';
import { handler, listed } from '../handler.js';

export const listSessions = handler(operations.listSessions, async (call) =>
  listed(await ownSessions(call.reading, call.edge.registers, call.page)),
);
