import { operations } from '@cairn/contracts';
import { ownApiKeys } from '@cairn/identity';
import { handler, listed } from '../handler.js';

export const listAPIKeys = handler(operations.listAPIKeys, async (call) =>
  listed(await ownApiKeys(call.reading, call.edge.registers, call.page)),
);
