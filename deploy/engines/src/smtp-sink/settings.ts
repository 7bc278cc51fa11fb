/** How the sink behaves; read from the environment. */
export interface SinkSettings {
  /** `CAIRN_SINK_PORT`; 0 takes a free one. */
  readonly port: number;
  /** `CAIRN_SINK_FOLDER`: the mails, one `.eml` each. */
  readonly folder: string;
  /** `CAIRN_SINK_USER` and `CAIRN_SINK_PASSWORD`: who may send; everybody when they are absent. */
  readonly login?: { readonly user: string; readonly password: string };
  /** `CAIRN_SINK_REFUSE`: recipients answered 550, with commas between; `@example.org` are all of a host. */
  readonly refused: readonly string[];
  /** `CAIRN_SINK_DELAY_MS`: how long a mail waits before it is accepted. */
  readonly delayMs: number;
}

export const sinkSettings = (environment: NodeJS.ProcessEnv): SinkSettings => {
  const { CAIRN_SINK_USER: user, CAIRN_SINK_PASSWORD: password } = environment;
  const folder = environment['CAIRN_SINK_FOLDER'] ?? '';
  if (folder === '') throw new Error('CAIRN_SINK_FOLDER is empty: it names the folder of the mails');
  return {
    port: wholeNumber(environment, 'CAIRN_SINK_PORT'),
    folder,
    ...(user !== undefined && password !== undefined && { login: { user, password } }),
    refused: (environment['CAIRN_SINK_REFUSE'] ?? '').toLowerCase().split(',').filter(Boolean),
    delayMs: wholeNumber(environment, 'CAIRN_SINK_DELAY_MS'),
  };
};

const wholeNumber = (environment: NodeJS.ProcessEnv, name: string): number => {
  const value = environment[name] ?? '0';
  if (!/^\d+$/.test(value)) throw new Error(`${name} is “${value}”: it is a whole number`);
  return Number(value);
};
