import {
  type Config,
  namesOfPart,
  onSharedEngines,
  runProcess,
  type RunningProcess,
  startRelayProcess,
  startServiceProcess,
  StartError,
} from '@cairn/kernel';
import { allServices, quotasInForce, requesters, rights } from './services.js';

const RELAY = 'relay';
/** Before it is known what runs here. */
const UNNAMED = 'service';

const nameOfThis = (): string => {
  const name = process.env['CAIRN_SERVICE'];
  return name === undefined || name === '' ? UNNAMED : name;
};

/**
 * One service alone in this process, or the relay of all: `CAIRN_SERVICE` says which. Throws `StartError`, which names
 * `others` too, where it names neither: what else it may be in the program that was started.
 */
export const startService = async (
  config: Config,
  others: readonly string[] = [],
): Promise<RunningProcess> => {
  const { CAIRN_SERVICE: name } = config;
  if (name === RELAY) return startRelayProcess(allServices, onSharedEngines(config));
  const service = allServices.find((one) => one.name === name);
  if (service !== undefined)
    return startServiceProcess(service, onSharedEngines(config), { requesters, rights, quotasInForce });
  const known = [...others, ...allServices.map((one) => one.name), RELAY].join(', ');
  throw new StartError(`CAIRN_SERVICE must name what runs in this process: ${known}.`);
};

if (require.main === module)
  void runProcess(
    (config) => startService(config),
    () => namesOfPart(nameOfThis()),
  );
