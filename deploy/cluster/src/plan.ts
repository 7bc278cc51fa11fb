import { freePorts } from '@cairn/engines';
import type { Config } from '@cairn/kernel';
import type { ProcessPlan } from './child.js';

/** How many there are of each. */
export interface Sizes {
  readonly gateways: number;
  readonly replicas: number;
  readonly relays: number;
}

export const SIZES: Sizes = { gateways: 2, replicas: 2, relays: 1 };

const SERVICES = ['identity', 'datasets'] as const;

/** The processes in the order of their start; those in a group do not wait for each other. */
export interface Plan {
  readonly groups: readonly (readonly ProcessPlan[])[];
  /** Where people reach it. */
  readonly gateways: readonly string[];
}

/** Lays the processes out on this machine. `engines`: the environment that names the engines. */
export const planOf = async (
  config: Config,
  engines: Readonly<Record<string, string>>,
  sizes: Sizes = SIZES,
): Promise<Plan> => {
  const host = config.CAIRN_HOST;
  const urls = await gatewayUrls(config, sizes.gateways);
  const shared = {
    ...inherited(),
    ...engines,
    CAIRN_HOST: host,
    CAIRN_METRICS_PORT: config.CAIRN_METRICS_PORT < 0 ? '-1' : '0',
    CAIRN_BASE_URL: config.CAIRN_BASE_URL === '' ? urls[0]! : config.CAIRN_BASE_URL,
  };
  const services = await Promise.all(SERVICES.map((name) => replicasOf(name, host, shared, sizes.replicas)));
  const addresses = services.map(({ name, urls: each }) => `${name}=${each.join(' ')}`).join(';');
  const gateways = urls.map((url, index) => ({
    name: `gateway-${index + 1}`,
    main: require.resolve('@cairn/edge/main'),
    environment: { ...shared, CAIRN_PORT: new URL(url).port, CAIRN_SERVICES: addresses },
  }));
  const relayPorts = await freePorts(sizes.relays);
  const relays = numbered('relay', sizes.relays).map((name, index) => ({
    name,
    main: require.resolve('./relay-main.js'),
    environment: { ...shared, CAIRN_PORT: String(relayPorts[index]) },
  }));
  const [firstIdentity, ...others] = services.flatMap(({ processes }) => processes);
  return { groups: [[firstIdentity!], [...others, ...relays], gateways], gateways: urls };
};

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);

const replicasOf = async (
  name: (typeof SERVICES)[number],
  host: string,
  shared: Readonly<Record<string, string>>,
  count: number,
): Promise<{
  readonly name: string;
  readonly urls: readonly string[];
  readonly processes: readonly ProcessPlan[];
}> => {
  const ports = await freePorts(count);
  return {
    name,
    urls: ports.map((port) => `http://${host}:${port}`),
    processes: numbered(name, count).map((each, index) => ({
      name: each,
      main: require.resolve(`@cairn/${name}/main`),
      environment: { ...shared, CAIRN_PORT: String(ports[index]) },
    })),
  };
};

/** The port of the configuration and those after it; free ones in a row when it is 0, so that a restart finds them again. */
const gatewayUrls = async (config: Config, count: number): Promise<readonly string[]> => {
  const { CAIRN_PORT: port, CAIRN_HOST: host } = config;
  const ports =
    port === 0 ? await freePorts(count) : Array.from({ length: count }, (_, index) => port + index);
  return ports.map((each) => `http://${host}:${each}`);
};

/** What is set for this process is set for each, but for what is each one's own. */
const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'CAIRN_CONFIG',
    ),
  );
