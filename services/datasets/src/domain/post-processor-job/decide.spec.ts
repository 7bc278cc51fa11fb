/** A job as a model: whatever two workers, time and people do, in whatever order. */
import { postProcessorJobStreamEvents as events, type PostProcessorJobEvent } from '@cairn/contracts';
import { isRefusal, projectInMemory, timestamp } from '@cairn/kernel';
import fc from 'fast-check';
import { ITEM_JOBS, POST_PROCESSOR_QUEUES } from '../../read-models/post-processor-jobs/documents.js';
import { postProcessorJobsProjection } from '../../read-models/post-processor-jobs/project.js';
import {
  decideAnswer,
  decideComplete,
  decideDefer,
  decideFail,
  decideRequest,
  decideRetry,
  decideStart,
} from './decide.js';
import { postProcessorJob, type PostProcessorJobState } from './state.js';

const { run_id, ...example } = events.PostProcessorJobRequested.example;
const { result, cut, read, model_id, model_version_id, inference_id } =
  events.PostProcessorJobAnswered.example;
const answer = { result, cut, read, model_id, model_version_id, inference_id };
const LEASE_MS = 60_000;
const BEGAN = Date.parse('2026-01-01T00:00:00.000Z');

type Deed =
  | { readonly is: 'claims'; readonly worker: 'a' | 'b'; readonly knowsGone: boolean }
  | { readonly is: 'answers' | 'completes' | 'fails'; readonly worker: 'a' | 'b' }
  | { readonly is: 'defers'; readonly worker: 'a' | 'b'; readonly counts: boolean; readonly ms: number }
  | { readonly is: 'retries' }
  | { readonly is: 'passes'; readonly ms: number };

const worker = fc.constantFrom<'a' | 'b'>('a', 'b');
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ is: fc.constant('claims' as const), worker, knowsGone: fc.boolean() }),
  fc.record({ is: fc.constantFrom('answers' as const, 'completes' as const, 'fails' as const), worker }),
  fc.record({
    ...{ is: fc.constant('defers' as const), worker, counts: fc.boolean() },
    ms: fc.integer({ min: 0, max: 100_000 }),
  }),
  fc.record({ is: fc.constant('retries' as const) }),
  fc.record({ is: fc.constant('passes' as const), ms: fc.integer({ min: 1, max: 200_000 }) }),
);

/** A stream, two workers who remember the fence of their last claim, and a clock. */
class Play {
  state: PostProcessorJobState = postProcessorJob.initial;
  readonly history: PostProcessorJobEvent[] = [];
  readonly fences = { a: 'none', b: 'none' };
  now = BEGAN;

  #append(decided: ReturnType<typeof decideStart>): boolean {
    if (isRefusal(decided)) return false;
    for (const event of decided) {
      const revision = BigInt(this.history.length);
      const at = new Date(this.now).toISOString();
      const facts = {
        at,
        revision,
        eventId: '',
        correlation: '',
        actor: { kind: 'system', id: '' } as const,
      };
      this.state = postProcessorJob.evolve(this.state, event, facts);
      this.history.push(event);
    }
    return true;
  }

  request(): void {
    this.#append(decideRequest(this.state, { ...example, run_id }));
  }

  /** Whether it was heeded. */
  do(deed: Deed): boolean {
    switch (deed.is) {
      case 'passes':
        this.now += deed.ms;
        return true;
      case 'retries':
        return this.#append(decideRetry(this.state, 'somebody'));
      case 'claims':
        return this.#claim(deed.worker, deed.knowsGone);
      case 'answers':
        return this.#append(decideAnswer(this.state, this.fences[deed.worker], answer));
      case 'completes': {
        const ended = { outcome: 'applied', applied: 1, left: [] };
        return this.#append(decideComplete(this.state, this.fences[deed.worker], ended));
      }
      case 'fails':
        return this.#append(decideFail(this.state, this.fences[deed.worker], { code: 'x', message: 'x' }));
      case 'defers': {
        const due = new Date(this.now + deed.ms).toISOString();
        const deferral = { code: 'x', message: 'x', due, counts: deed.counts };
        return this.#append(decideDefer(this.state, this.fences[deed.worker], deferral, timestamp(this.now)));
      }
      default:
        return deed satisfies never;
    }
  }

  #claim(name: 'a' | 'b', knowsGone: boolean): boolean {
    const now = new Date(this.now).toISOString();
    const lease_until = new Date(this.now + LEASE_MS).toISOString();
    const gone = knowsGone ? (name === 'a' ? 'b' : 'a') : undefined;
    const claim = { worker: name, user_id: 'somebody', lease_until };
    const taken = this.#append(decideStart(this.state, claim, { now, gone }));
    if (taken && this.state.status === 'processing') this.fences[name] = this.state.fence;
    return taken;
  }
}

/** Documents that the events of a stream make, as their projection has them. */
const documentsOf = (history: readonly PostProcessorJobEvent[]) =>
  projectInMemory(
    postProcessorJobsProjection,
    history.map((event, revision) => ({
      ...{ event, id: example.id, stream: `postProcessorJob-${example.id}`, revision: BigInt(revision) },
      ...{ position: '', at: new Date(BEGAN + revision).toISOString(), eventId: '', hash: '' },
      ...{ command: '', commandName: '', correlation: '', actor: { kind: 'system' as const, id: '' } },
    })),
  );

const plays = (check: (told: readonly Deed[]) => void): void =>
  fc.assert(fc.property(fc.array(deeds, { maxLength: 60 }), check), { seed: 20_261_130, numRuns: 500 });

const known = ({ state }: Play) => {
  if (state.status === 'none') throw new Error('it was asked for');
  return state;
};

it('one worker has a job at most, and no word of another counts', () => {
  plays((told) => {
    const play = new Play();
    play.request();
    for (const deed of told) {
      const { status, fence } = known(play);
      const heeded = play.do(deed);
      if ('worker' in deed && deed.is !== 'claims' && heeded)
        expect([status, fence]).toEqual(['processing', play.fences[deed.worker]]);
    }
  });
});

it('what is over stays so until it is retried, and no more attempts are made than there are', () => {
  plays((told) => {
    const play = new Play();
    play.request();
    for (const deed of told) {
      const before = known(play);
      play.do(deed);
      const isFinal = before.status === 'completed' || (before.status === 'failed' && deed.is !== 'retries');
      if (isFinal) expect(play.state).toEqual(before);
      const { attempts, max_attempts } = known(play);
      expect(attempts >= 0 && attempts <= max_attempts).toBe(true);
    }
  });
});

it('a model answers once until the job is retried', () => {
  plays((told) => {
    const play = new Play();
    play.request();
    for (const deed of told) play.do(deed);
    const runs = play.history
      .map(({ type }) => type)
      .join(' ')
      .split('PostProcessorJobRetried');
    for (const run of runs) expect(run.split('PostProcessorJobAnswered').length).toBeLessThanOrEqual(2);
  });
});

it('the counts of documents follow the states', () => {
  plays((told) => {
    const play = new Play();
    play.request();
    for (const deed of told) play.do(deed);
    const { status: now } = known(play);
    const documents = documentsOf(play.history);
    const counted = documents.get(ITEM_JOBS)!.get(example.item_id)!;
    const queue = documents.get(POST_PROCESSOR_QUEUES)!.get(example.post_processor_id)!;
    const isOpen = now === 'pending' || now === 'processing';
    for (const status of ['pending', 'processing', 'completed', 'failed'])
      expect(counted[status] ?? 0).toBe(Number(status === now));
    expect([queue['open'], queue['failed'] ?? 0]).toEqual([Number(isOpen), Number(now === 'failed')]);
  });
});

it('whoever waits for one that goes on taking it sees its end', () => {
  const play = new Play();
  play.request();
  for (let round = 0; round < 3; round += 1) {
    play.do({ is: 'claims', worker: 'a', knowsGone: false });
    play.do({ is: 'passes', ms: LEASE_MS });
  }
  play.do({ is: 'claims', worker: 'b', knowsGone: false });
  expect(play.state).toMatchObject({ status: 'failed', attempts: 3 });
});
