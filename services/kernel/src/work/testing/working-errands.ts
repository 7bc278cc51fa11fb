import { derivedId, freshId } from '../../clock/ids.js';
import { type Append, NO_STREAM } from '../../eventlog/port.js';
import type { Registers } from '../../registers/port.js';
import type { CommandReply } from '../../messages/command-message.js';
import type { ServiceTools } from '../../context/service-tools.js';
import { system } from '../../access/principal.js';
import { PassingClock, ServiceUnderTest, someone, StartedWorkers, until } from '../../testkit/index.js';
import { Claims } from '../claims.js';
import { isJobOver } from '../decisions.js';
import type { JobDocument } from '../reads-of-jobs.js';
import type { JobLease } from '../job-lease.js';
import type { JobWork, WorkerOptions } from '../job-attempt.js';
import { jobWork } from '../job-worker.js';
import { errandKind, errandReads, errandService, type KnownErrand, requestErrand } from './errands.js';

const errands = errandKind('errand');
const reads = errandReads(errands);

const TIMES = { lookEveryMs: 20, heartbeatMs: 10, cursorMs: 10, againAfterMs: 20 };
/** Longer than a claim stands that nobody renews. */
const LEASES_MS = 60_000;
/** Where a worker is that has told nothing yet. */
const START = { phase: 'starting', from: 0, to: 0 };

type Run = JobWork<KnownErrand>['run'];
/** What happens before a step, after which the errand goes on, stops or ends without a word. */
type BeforeStep = (step: number, lease: JobLease, job: KnownErrand) => Promise<unknown> | undefined;

/** An errand whose steps are events of streams of their own, known again by their ids when they are there (law 3). */
export const walking =
  (before: BeforeStep = () => undefined): Run =>
  async (job, lease, { log }) => {
    for (let step = 0; step < job.steps; step += 1) {
      await before(step, lease, job);
      lease.check();
      await log.append(walked(job.id, step));
      lease.progress({ phase: 'steps', done: step + 1 });
    }
    return { walked: job.steps };
  };

/** An errand that ends its process before a step, once its claim says that it stands there. */
export const dyingAt = (at: number): Run =>
  walking(async (step, lease) => {
    if (step !== at) return;
    await until(async () => lease.place.from === at && lease.place.to === at);
    throw new Error('the process is gone');
  });

const stepStream = (jobId: string, step: number): string => `step-${derivedId(jobId, 'step', step)}`;

const walked = (jobId: string, step: number): Append => ({
  stream: stepStream(jobId, step),
  expected: NO_STREAM,
  events: [
    {
      id: derivedId(jobId, 'walked', step),
      type: 'errand.step.walked.v1',
      data: { step },
      metadata: {
        command: derivedId(jobId, 'walk', step),
        commandName: 'errand.walk',
        request: '',
        actor: { kind: 'system', id: '' },
        correlation: jobId,
        at: '2026-01-01T00:00:00.000Z',
      },
    },
  ],
});

/** For specs: errands without a worker, workers that are started and stopped by hand, and a clock. */
export class WorkingErrands {
  readonly user = someone();
  readonly #workers = new StartedWorkers();

  private constructor(
    private readonly under: ServiceUnderTest,
    private readonly clock: PassingClock,
  ) {}

  static async start(): Promise<WorkingErrands> {
    const clock = new PassingClock();
    const service = { ...errandService([errands], async () => ({})), work: () => [] };
    return new WorkingErrands(await ServiceUnderTest.of(service, { clock }), clock);
  }

  async stop(): Promise<void> {
    await this.stopWorkers();
    await this.under.stop();
  }

  get tools(): ServiceTools {
    return this.under.tools;
  }

  /** A worker, with other tools where a spec wants them to fail. */
  startWorker(run: Run, tools: Partial<ServiceTools> = {}, options: WorkerOptions = {}): void {
    const its = { name: 'errands', run };
    const work = jobWork(errands, its, { ...this.tools, ...tools }, { ...TIMES, ...options });
    this.#workers.start(work);
  }

  stopWorkers(): Promise<void> {
    return this.#workers.stop();
  }

  /** Lets every claim be over that nobody renews. */
  passLeases(): void {
    this.pass(LEASES_MS);
  }

  /** Lets the clock of the service go on. */
  pass(ms: number): void {
    this.clock.pass(ms);
  }

  /** Loses what the registers know of a job. */
  loseClaim(jobId: string): Promise<void> {
    return new Claims(this.tools.registers, errands.category).drop(jobId);
  }

  /** The same registers with other methods. */
  registersWith(parts: Partial<Registers>): Registers {
    return new Proxy(this.tools.registers, {
      get: (target, name: keyof Registers) => parts[name] ?? target[name].bind(target),
    });
  }

  ask(steps = 3): Promise<string> {
    return this.under.make(this.user, requestErrand(errands.category), { name: 'e', steps }, 'job');
  }

  cancel(job_id: string): Promise<CommandReply> {
    return this.under.send(this.user, errands.commands.cancel, { job_id });
  }

  /** An attempt whose process ends before a step, and its claim over. */
  async diesAt(job: string, step: number): Promise<void> {
    const attempts = await this.attemptsOf(job);
    let isGone = false;
    const logger = { ...this.tools.logger, error: () => void (isGone = true) };
    this.startWorker(dyingAt(step), { logger });
    await until(async () => {
      // A claim that was lost is over when nobody makes it again for its time.
      if ((await this.attemptsOf(job)) === attempts) this.passLeases();
      return isGone;
    });
    await this.stopWorkers();
    this.passLeases();
  }

  /** Attempts whose processes were gone before they said a word, and their claims over. */
  async endedAttempts(job_id: string, times: number): Promise<void> {
    for (let attempt = 0; attempt < times; attempt += 1) {
      const fence = await this.#attempt(job_id, { ended: START });
      const claim = { fence, until: 0, progress: { phase: START.phase, done: 0 }, place: { ...START } };
      await new Claims(this.tools.registers, errands.category).renew(job_id, claim);
    }
  }

  /** The same, and its claim was lost with the registers. */
  async lostAttempt(job_id: string): Promise<void> {
    await this.#attempt(job_id, {});
  }

  /** Answers its fence. */
  async #attempt(job_id: string, before: { readonly ended?: typeof START }): Promise<string> {
    const state = await this.stateOf(job_id);
    const after = state.status === 'running' ? { after: state.fence, ...before } : {};
    const input = { job_id, worker: 'w', ...after };
    const started = await this.under.done(system, errands.commands.start, input, freshId());
    if (started.revision === undefined) throw new Error('nobody took the job');
    return started.revision;
  }

  /** The job when it is over and its document says so. */
  async over(id: string): Promise<JobDocument> {
    const { documents } = this.under.engines;
    const job = () => reads.document({ today: documents }, id);
    await until(async () => {
      const now = await job();
      return now !== undefined && isJobOver(now);
    });
    return (await job())!;
  }

  /** How a job stands by its stream. */
  async stateOf(id: string): Promise<KnownErrand> {
    const { state } = await this.tools.streams.current(errands.aggregate, id);
    if (state.status === 'none') throw new Error('there is no such errand');
    return state;
  }

  /** What happened to a job: `requested`, `started`, … */
  async eventsOf(jobId: string): Promise<readonly string[]> {
    const events = await this.tools.log.read(`${errands.category}-${jobId}`);
    return events.map(({ type }) => type.split('.')[2] ?? '');
  }

  async attemptsOf(jobId: string): Promise<number> {
    return (await this.eventsOf(jobId)).filter((happened) => happened === 'started').length;
  }

  /** How often each step of an errand was written. */
  stepsOf(jobId: string, steps: number): Promise<readonly number[]> {
    const written = async (step: number): Promise<number> =>
      (await this.tools.log.read(stepStream(jobId, step))).length;
    return Promise.all(Array.from({ length: steps }, (_, step) => written(step)));
  }
}
