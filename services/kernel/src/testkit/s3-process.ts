/** A process that a spec starts. It makes a client of S3, as one that keeps its files there does, and says `started`. */
import { S3Client } from '@aws-sdk/client-s3';
import { runProcess } from '../process/run-process.js';

void runProcess(async () => {
  const client = new S3Client({ region: 'us-east-1' });
  const alive = setInterval(() => undefined, 1_000);
  const stop = async (): Promise<void> => {
    clearInterval(alive);
    client.destroy();
  };
  return { greeting: ['started'], farewell: 'stopped', stop };
});
