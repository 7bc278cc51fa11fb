import { allOperations, type Operation } from '@cairn/contracts';

/** Operations under the names that tests carry: `PUT /api/v1/me`. */
export const named = (
  operations: readonly Operation[],
): readonly (readonly [name: string, operation: Operation])[] =>
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation]);

export const isUnsafe = ({ method }: Operation): boolean => method !== 'GET';

/** Whether it takes a JSON body. */
export const takesJson = ({ body }: Operation): boolean => body !== undefined;

/** Whether somebody must be signed in. */
export const isProtected = ({ access }: Operation): boolean => access !== 'anonymous';

/** Whether it is about a dataset that the path names. */
export const isOfDataset = ({ path }: Operation): boolean => /\/(datasets|dataset-?versions)\/\{/.test(path);

/** Whether it addresses something of one person that is nobody else's, whatever the visibility of datasets. */
export const isOfPerson = ({ path }: Operation): boolean => /\/(me|jobs)\/.*\{id\}/.test(path);

export const every = (chosen: (operation: Operation) => boolean): readonly Operation[] =>
  allOperations.filter(chosen);
