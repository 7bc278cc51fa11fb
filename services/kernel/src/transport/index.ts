import type { RemoteService, RemoteServiceOptions } from './remote-service.js';

export * from './command-server.js';
export * from './discovery.js';
export * from './errors.js';
export * from './signatures.js';
export type { RemoteService, RemoteServiceOptions };

/** A service in other processes, to be started; see `remote-service.ts`. Its HTTP client is loaded only now. */
export const openRemoteService = async (options: RemoteServiceOptions): Promise<RemoteService> => {
  const remote = await import('./remote-service.js');
  return new remote.RemoteService(options);
};
