import { query } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { OWN_DEADLINE_MS } from '../messages/command-message.js';
import { type Asking, otherService } from './other-services.js';

const NOW = 1_000_000;
const told = query('models.told', Type.Object({}), Type.Object({ deadline: Type.Number() }));

/** A service that answers by when it was to answer. */
const calling = {
  ...{ name: 'workflows', needs: ['models'], clock: { now: () => NOW } },
  find: () => ({
    call: async ({ deadline }: { readonly deadline: number }) =>
      ({ status: 'answered', answer: { deadline } }) as const,
  }),
};
const asked = async (deadline?: number, asking?: Asking) => {
  const call = { onBehalfOf: { kind: 'user', user_id: 'ada' } as const };
  const given = deadline === undefined ? call : { ...call, deadline };
  return otherService('models', calling, asking).query(told, {}, given);
};
const command = (deadline: number): Asking => ({ id: 'a', correlation: 'a', deadline });

describe('another service has for its answer', () => {
  it('as long as work gives it, more than half a minute too', async () => {
    expect(await asked(NOW + 240_000)).toEqual({ deadline: NOW + 240_000 });
  });

  it('half a minute where work says nothing', async () => {
    expect(await asked()).toEqual({ deadline: NOW + OWN_DEADLINE_MS });
  });

  it('never longer than the command that asks', async () => {
    expect(await asked(NOW + 240_000, command(NOW + 9_000))).toEqual({ deadline: NOW + 9_000 });
    expect(await asked(NOW + 5_000, command(NOW + 9_000))).toEqual({ deadline: NOW + 5_000 });
    expect(await asked(undefined, command(NOW + 60_000))).toEqual({ deadline: NOW + 60_000 });
  });
});
