import { namesOfPart, onSharedEngines, runProcess } from '@cairn/kernel';
import { startGatewayProcess } from './gateway-process.js';

/** Runs a gateway alone in this process. */
if (require.main === module)
  void runProcess(
    (config) => startGatewayProcess(onSharedEngines(config)),
    () => namesOfPart('gateway'),
  );
