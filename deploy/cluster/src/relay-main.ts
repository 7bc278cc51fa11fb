import { datasetsService } from '@cairn/datasets';
import { identityService } from '@cairn/identity';
import { onSharedEngines, runProcess, startRelayProcess } from '@cairn/kernel';

/** Publishes the events of every service, alone in this process. */
if (require.main === module)
  void runProcess((config) => startRelayProcess([identityService, datasetsService], onSharedEngines(config)));
