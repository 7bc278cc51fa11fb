// `npm run test:slow`: spec files that need Node alone and take a quarter of a minute and more, so that `npm test` stays under its
// twelve minutes on two cores. `.ci/run` runs them.
import { prepare } from './prepare.mjs';
import { jest, runRounds } from './steps.mjs';

/** What measures time: nothing runs beside it. */
const ALONE = [
  'test/acceptance/starting-again.spec.ts',
  'test/faults/overload.spec.ts',
  'services/kernel/src/transport/transport.spec.ts',
  'services/kernel/src/transport/other-services.spec.ts',
];

/** Kills, restarts, waits by the clock, logs and requests by the thousand. */
export const SLOW_SPECS = [
  'deploy/services/src/rights-model.spec.ts',
  'test/security/sign-in.spec.ts',
  'test/security/tokens.spec.ts',
  'test/faults/kills.spec.ts',
  'test/faults/restart.spec.ts',
  'test/faults/lag.spec.ts',
  'test/acceptance/mails.spec.ts',
  'test/acceptance/starting.spec.ts',
  'services/graphs/src/formats/hostile.spec.ts',
  'services/graphs/src/formats/memory.spec.ts',
  'test/acceptance/backup.spec.ts',
  'test/acceptance/npm-start.spec.ts',
  'test/security/crowds.spec.ts',
  'test/security/write-only-keys.spec.ts',
  'test/security/hostile-keys.spec.ts',
  'contracts/generate/src/releases.spec.ts',
  'services/kernel/src/reactions/many-parked.spec.ts',
  'services/kernel/src/queries/large.spec.ts',
  'test/faults/stopping.spec.ts',
  'test/faults/read-models.spec.ts',
  'test/faults/lost-answers.spec.ts',
  'test/security/floods.spec.ts',
  'deploy/engines/src/eventstoredb-double/durability.spec.ts',
  'services/kernel/src/eventlog/eventstoredb/protocol-faults.spec.ts',
  'services/kernel/src/process/run-process.spec.ts',
  'services/kernel/src/blobs/s3/interleavings.spec.ts',
  ...ALONE,
];

if (process.argv[1]?.endsWith('slow-specs.mjs')) {
  await prepare();
  const run = (name, workers, paths) =>
    jest(name, 'one machine', `--maxWorkers=${workers}`, '--forceExit', '--runTestsByPath', ...paths);
  const together = SLOW_SPECS.filter((path) => !ALONE.includes(path));
  const rounds = [[[run('slow specs', 3, together)]], [[run('what measures time', 1, ALONE)]]];
  if (!(await runRounds(rounds))) process.exit(1);
}
