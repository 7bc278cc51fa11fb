import {
  namesOfPart,
  onSharedEngines,
  runProcess,
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

/** Runs one service alone in this process, or the relay of all: `CAIRN_SERVICE` says which. */
if (require.main === module)
  void runProcess(
    async (config) => {
      const shared = onSharedEngines(config);
      if (config.CAIRN_SERVICE === RELAY) return startRelayProcess(allServices, shared);
      const service = allServices.find(({ name }) => name === config.CAIRN_SERVICE);
      if (service !== undefined)
        return startServiceProcess(service, shared, { requesters, rights, quotasInForce });
      const known = [...allServices.map(({ name }) => name), RELAY].join(', ');
      throw new StartError(`CAIRN_SERVICE must name what runs in this process: ${known}.`);
    },
    () => namesOfPart(nameOfThis()),
  );
