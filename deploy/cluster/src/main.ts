import { runProcess } from '@cairn/kernel';
import { startCluster } from './cluster.js';

/** Starts the cluster on this machine and prints where to go. */
export const main = (): Promise<void> => runProcess(startCluster);

if (require.main === module) void main();
