import { isExplained } from '../errors/cairn-error.js';
import { isLoginRefused } from '../mongodb/index.js';
import { messageOf, StartError } from './start-error.js';

/**
 * Opens an engine whose connection string is in a setting. What goes wrong and is not explained is a `StartError` that
 * names the setting, and shows no password.
 */
export const openNamed = async <Engine>(
  setting: string,
  url: string,
  open: () => Promise<Engine>,
): Promise<Engine> => {
  try {
    return await open();
  } catch (error) {
    throw (
      loginRefusal(setting, url, error) ?? (isExplained(error) ? error : wrongSetting(setting, url, error))
    );
  }
};

/**
 * While a process runs, a login that MongoDB refuses is an engine that is away. At the start it is a setting that is
 * wrong; `undefined` for any other failure.
 */
export const loginRefusal = (setting: string, url: string, failure: unknown): StartError | undefined =>
  failure instanceof Error && isLoginRefused(failure.cause)
    ? wrongSetting(setting, url, failure.cause)
    : undefined;

const wrongSetting = (setting: string, url: string, error: unknown): StartError => {
  const said = withoutPassword(messageOf(error), url).replace(/\.$/, '');
  return new StartError(
    `The engine that ${setting} names cannot be used (${said}${placeOf(error, url)}): look at its address, its user and the files that it names.`,
    { cause: error },
  );
};

/** Where the server is that answered: then the driver has understood the address. */
const placeOf = (error: unknown, url: string): string => {
  if (!(error instanceof Error) || error.name !== 'MongoServerError') return '';
  return `, MongoDB at ${/^[^:]+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(url)?.[1] ?? ''}`;
};

const withoutPassword = (message: string, url: string): string => {
  const login = /^[^:]+:\/\/[^:]*:(.*)@/.exec(url) ?? /^[^:]+:\/\/[^:]*:([^/?]*)/.exec(url);
  const password = login?.[1] ?? '';
  return (password === '' ? message : message.replaceAll(password, '…')).replaceAll(url, '…');
};
