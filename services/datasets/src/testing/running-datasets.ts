import { join } from 'node:path';
import { type EventLog, noQuotas, openDiskBlobs, type Quotas } from '@cairn/kernel';
import { ServiceUnderTest } from '@cairn/kernel/testkit';
import { datasetsService } from '../service.js';

export { someone } from '@cairn/kernel/testkit';

/** The service on the embedded engines, as a gateway would use it: for specs of what its parts do together. */
export class RunningDatasets extends ServiceUnderTest {
  static async start(
    through: (log: EventLog) => EventLog = (log) => log,
    quotas: Quotas = noQuotas,
  ): Promise<RunningDatasets> {
    const blobs = ({ folder }: { readonly folder: string }) =>
      openDiskBlobs({ folder: join(folder, 'blobs') });
    return new RunningDatasets(
      ...(await ServiceUnderTest.parts(datasetsService, { through, quotas, blobs })),
    );
  }
}
