import {
  type Config,
  namesOfPart,
  onSharedEngines,
  runProcess,
  type RunningProcess,
  StartError,
} from '@cairn/kernel';
import { startGatewayProcess } from './gateway-process.js';

/** What `CAIRN_SERVICE` calls a gateway. */
const GATEWAY = 'gateway';

/** A gateway alone in this process. Throws `StartError`. */
export const startGateway = async (config: Config): Promise<RunningProcess> => {
  if (config.CAIRN_SERVICE !== '' && config.CAIRN_SERVICE !== GATEWAY)
    throw new StartError(`CAIRN_SERVICE must be ${GATEWAY} or empty where a gateway is started.`);
  return startGatewayProcess(onSharedEngines(config));
};

if (require.main === module) void runProcess(startGateway, () => namesOfPart(GATEWAY));
