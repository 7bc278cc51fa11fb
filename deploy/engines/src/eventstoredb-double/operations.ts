import { randomUUID } from 'node:crypto';
import type { IOperationsServer } from '@eventstore/db-client/generated/operations_grpc_pb';
import { ScavengeResp } from '@eventstore/db-client/generated/operations_pb';
import { answerOnce } from './streams/answers.js';

/** What an operator asks for, by the protocol that the server has for it. It is done when it is answered. */
export const operations = (scavenge: () => Promise<unknown>): Pick<IOperationsServer, 'startScavenge'> => ({
  startScavenge: (_, callback) =>
    answerOnce(callback, async () => {
      await scavenge();
      return new ScavengeResp()
        .setScavengeId(randomUUID())
        .setScavengeResult(ScavengeResp.ScavengeResult.STARTED);
    }),
});
