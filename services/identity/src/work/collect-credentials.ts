import { pause, type ServiceTools, type Work } from '@cairn/kernel';
import { apiKey } from '../domain/api-key/state.js';
import { secondFactor } from '../domain/second-factor/state.js';
import { secret } from '../domain/secret/state.js';
import { user } from '../domain/user/state.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Removes credentials that were put into the vault by a command which then failed (law 8). */
export const collectCredentials = (tools: ServiceTools): Work => ({
  name: 'identity.credentials',
  alone: true,
  run: async (signal) => {
    while (!signal.aborted) {
      const isNamed = (id: string): Promise<boolean> => isCredentialNamed(tools, id);
      const removed = await tools.vault.collectCredentials({ isNamed, olderThanMs: DAY_MS });
      if (removed > 0) tools.logger.info({ removed }, 'credentials that nothing names were removed');
      await pause(HOUR_MS, signal);
    }
  },
});

/** Asks the stream that the row says it is for, never a read model: those may be thrown away. */
export const isCredentialNamed = async (
  { vault, streams }: Pick<ServiceTools, 'vault' | 'streams'>,
  id: string,
): Promise<boolean> => {
  const owner = (await vault.findCredential(id))?.['owner'];
  if (typeof owner !== 'string') return true;
  const dash = owner.indexOf('-');
  const named = NAMED[owner.slice(0, dash)];
  return named === undefined || (await named(streams, owner.slice(dash + 1))).includes(id);
};

/** The credentials that a stream names, by its category. */
const NAMED: Readonly<
  Record<string, (streams: ServiceTools['streams'], id: string) => Promise<readonly (string | undefined)[]>>
> = {
  [user.category]: async (streams, id) => {
    const { state } = await streams.current(user, id);
    return state.kind === 'account' ? [state.credentialId] : [];
  },
  [secondFactor.category]: async (streams, id) => {
    const { active, pending } = (await streams.current(secondFactor, id)).state;
    return [active?.credentialId, pending?.credentialId];
  },
  [apiKey.category]: async (streams, id) => {
    const { state } = await streams.current(apiKey, id);
    return state.kind === 'key' ? [state.credentialId] : [];
  },
  [secret.category]: async (streams, id) => {
    const { state } = await streams.current(secret, id);
    return state.kind === 'secret' ? [state.credentialId] : [];
  },
};
