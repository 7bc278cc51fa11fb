import { onSharedEngines, runProcess, startServiceProcess } from '@cairn/kernel';
import { datasetsService } from './service.js';

/** Runs datasets alone in this process. */
if (require.main === module)
  void runProcess((config) => startServiceProcess(datasetsService, onSharedEngines(config)));
