import { type Config, type LogNames, namesOfPart, runProcess, type RunningProcess } from '@cairn/kernel';

const GATEWAY = 'gateway';
/** As all of Cairn in one process calls itself in its log. */
const ONE_MACHINE: LogNames = { process: 'cairn', service: 'host' };

/** Every process of Cairn, by `CAIRN_SERVICE`; it loads what that one needs. */
const startPart = async (config: Config): Promise<RunningProcess> => {
  switch (config.CAIRN_SERVICE) {
    case '':
      return (await import('@cairn/one-machine')).startOneMachine(config);
    case GATEWAY:
      return (await import('@cairn/edge/main')).startGateway(config);
    default:
      return (await import('@cairn/services/main')).startService(config, [GATEWAY]);
  }
};

const namesOfThis = (): LogNames => {
  const part = process.env['CAIRN_SERVICE'] ?? '';
  return part === '' ? ONE_MACHINE : namesOfPart(part);
};

if (require.main === module) void runProcess(startPart, namesOfThis);
