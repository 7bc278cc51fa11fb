/** A cluster for several spec files: it tells its parent where it is, and goes when the parent has gone or lets it go. */
import { cluster } from './cluster.js';
import { tellingOf } from './shared-cluster.js';

const main = async (): Promise<void> => {
  const cairn = await cluster.start();
  const end = (): void => void cairn.remove().then(() => process.exit(0));
  process.once('disconnect', end);
  if (process.connected) process.send?.(tellingOf(cairn));
  else end();
};

void main();
