import { onSharedEngines, runProcess, startServiceProcess } from '@cairn/kernel';
import { administratorLine, firstAdministrator } from './administrator.js';
import { identityService } from './service.js';

/** Runs identity alone in this process; the first replica of the first start makes the first administrator. */
if (require.main === module)
  void runProcess((config) =>
    startServiceProcess(identityService, onSharedEngines(config), async (identity) => {
      const administrator = await firstAdministrator(identity, config);
      return administrator === undefined ? [] : [administratorLine(administrator)];
    }),
  );
