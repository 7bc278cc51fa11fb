import type { Config } from '@cairn/kernel';
import { allServices } from '@cairn/services';
import type { ProcessPlan } from './child.js';
import type { Ports } from './ports.js';

/** How many there are of each. */
export interface Sizes {
  readonly gateways: number;
  readonly replicas: number;
  readonly relays: number;
}

const SIZES: Sizes = { gateways: 2, replicas: 2, relays: 1 };

const MAIN = require.resolve('@cairn/services/main');

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
  ports: Ports,
  sizes: Sizes = SIZES,
): Promise<Plan> => {
  const host = config.CAIRN_HOST;
  const gatewayPorts = await portsOfGateways(config, sizes.gateways, ports);
  const urls = gatewayPorts.map((port) => `http://${host}:${port}`);
  const shared = {
    ...inherited(),
    ...engines,
    CAIRN_HOST: host,
    CAIRN_METRICS_HOST: config.CAIRN_METRICS_HOST,
    CAIRN_BASE_URL: config.CAIRN_BASE_URL === '' ? urls[0]! : config.CAIRN_BASE_URL,
  };
  const place = async ({ name, main, port }: Placed, more = {}): Promise<ProcessPlan> => {
    const metricsPort = config.CAIRN_METRICS_PORT < 0 ? -1 : await ports.of(`the metrics of ${name}`);
    const own = { CAIRN_PORT: String(port), CAIRN_METRICS_PORT: String(metricsPort) };
    return { name, main, environment: { ...shared, ...own, ...more } };
  };
  const services = await placedServices(sizes.replicas, ports);
  const addressesOf = (names: readonly string[]): string =>
    names
      .map((name) => {
        const replicas = services.filter(({ service }) => service === name);
        return `${name}=${replicas.map(({ port }) => `http://${host}:${port}`).join(' ')}`;
      })
      .join(';');
  const gateways = gatewayPorts.map((port, index) => ({
    name: `gateway-${index + 1}`,
    main: require.resolve('@cairn/edge/main'),
    port,
  }));
  const relays = await placed('relay', MAIN, sizes.relays, ports);
  const inner = [...services, ...relays.map((one) => ({ ...one, service: 'relay' }))];
  const [firstIdentity, ...others] = await inOrder(inner, (one) =>
    place(one, { CAIRN_SERVICE: one.service, CAIRN_SERVICES: addressesOf(neededBy(one.service)) }),
  );
  const edge = await inOrder(gateways, (one) =>
    place(one, { CAIRN_SERVICES: addressesOf(allServices.map(({ name }) => name)) }),
  );
  return { groups: [[firstIdentity!], others, edge], gateways: urls };
};

/** What a service asks of others; the relay asks nobody. */
const neededBy = (name: string): readonly string[] =>
  allServices.find((service) => service.name === name)?.needs ?? [];

/** A process with its port. */
interface Placed {
  readonly name: string;
  readonly main: string;
  readonly port: number;
}

/** So many of a kind: `relay-1`, `relay-2` … */
const placed = (kind: string, main: string, count: number, ports: Ports): Promise<readonly Placed[]> => {
  const names = Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);
  return inOrder(names, async (name) => ({ name, main, port: await ports.of(name) }));
};

const placedServices = async (
  replicas: number,
  ports: Ports,
): Promise<readonly (Placed & { readonly service: string })[]> => {
  const all = await inOrder(allServices, async ({ name }) => {
    const some = await placed(name, MAIN, replicas, ports);
    return some.map((one) => ({ ...one, service: name }));
  });
  return all.flat();
};

/** The port of the configuration and those after it; when it is 0, free ones in a row, the same at each start. */
const portsOfGateways = async (
  { CAIRN_PORT: port }: Config,
  count: number,
  ports: Ports,
): Promise<readonly number[]> =>
  port === 0 ? ports.row('the gateways', count) : Array.from({ length: count }, (_, index) => port + index);

/** One after the other: a port is looked for when those before it are known. */
const inOrder = async <From, To>(
  all: readonly From[],
  make: (one: From) => Promise<To>,
): Promise<readonly To[]> => {
  const made: To[] = [];
  for (const one of all) made.push(await make(one));
  return made;
};

/** What is set for this process is set for each, but for what is each one's own. */
const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'CAIRN_CONFIG',
    ),
  );
