import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import fc from 'fast-check';
import { expectAppended, freshCategory, freshStream, someEvents } from '../conformance-events.js';
import { type Position, type StreamName, START } from '../../base/position.js';
import type { Batch, Expected, EventLog } from '../port.js';
import { NO_STREAM } from '../port.js';
import type { Server } from './conformance-at.js';
import { openEventStoreDb } from './index.js';

/** A server that may be scavenged, with a log of its own. */
export interface Scavenged extends Server {
  scavenge(this: void): Promise<unknown>;
}

/** What happens: `place` says to which stream or follower, `count` how much. */
interface Deed {
  readonly kind: keyof typeof DEEDS;
  readonly place: number;
  readonly count: number;
}

/** A read model, a policy or a relay: it keeps its position, stops and goes on. */
class KeptFollower {
  readonly seen: string[] = [];
  #position: Position = START;
  #stop: AbortController | undefined;
  #running: Promise<void> | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly categories: readonly string[],
  ) {}

  goOn(): void {
    if (this.#running !== undefined) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#running = this.#follow(stop, false);
  }

  async stop(): Promise<void> {
    this.#stop?.abort();
    await this.#running;
    this.#running = undefined;
  }

  async toHead(): Promise<void> {
    await this.stop();
    await this.#follow(new AbortController(), true);
  }

  /** Reads a page instead, as imports and those who look for one event do. */
  async page(): Promise<void> {
    await this.stop();
    const { log, categories } = this;
    this.#take(await log.readAll({ after: this.#position, categories, limit: 2 }));
  }

  async #follow(stop: AbortController, toHead: boolean): Promise<void> {
    const { log, categories } = this;
    const options = { after: this.#position, categories, maxBatch: 2, signal: stop.signal };
    for await (const batch of log.subscribe(options)) {
      this.#take(batch);
      if (toHead && batch.caughtUp) return;
    }
  }

  #take({ events, position }: Batch): void {
    this.seen.push(...events.map(({ id }) => id));
    this.#position = position;
  }
}

/** A log, another application that uses the same server, and those who follow the log. */
class Play {
  readonly followers: readonly KeptFollower[];
  readonly #categories = [freshCategory(), freshCategory()] as const;
  readonly streams: readonly StreamName[];
  readonly #tips = new Map<StreamName, Expected>();
  readonly #appended: { readonly stream: StreamName; readonly id: string }[] = [];

  constructor(
    private readonly log: EventLog,
    readonly server: Scavenged,
    readonly other: EventStoreDBClient,
  ) {
    const [one, two] = this.#categories;
    this.streams = [freshStream(one), freshStream(two), freshStream(one)];
    this.followers = [[one], [one, two], [two]].map((categories) => new KeptFollower(log, categories));
  }

  async run(deeds: readonly Deed[]): Promise<void> {
    for (const { kind, place, count } of deeds) await DEEDS[kind](this, place, count);
    for (const follower of this.followers) await follower.toHead();
    const [one, two] = this.#categories;
    const seen = this.followers.map((follower) => follower.seen);
    expect(seen).toEqual([this.#idsOf(one), this.#idsOf(one, two), this.#idsOf(two)]);
  }

  async stop(): Promise<void> {
    for (const follower of this.followers) await follower.stop();
  }

  async append(place: number, count: number): Promise<void> {
    const stream = this.streams[place]!;
    const events = someEvents(count);
    const expected = this.#tips.get(stream) ?? NO_STREAM;
    this.#tips.set(stream, expectAppended(await this.log.append({ stream, expected, events })).tip);
    this.#appended.push(...events.map(({ id }) => ({ stream, id })));
  }

  #idsOf(...categories: readonly string[]): readonly string[] {
    const ours = this.#appended.filter(({ stream }) =>
      categories.some((category) => stream.startsWith(`${category}-`)),
    );
    return ours.map(({ id }) => id);
  }
}

const foreign = ({ other }: Play, place: number): Promise<unknown> =>
  other.appendToStream(`other-${place}`, jsonEvent({ type: 'foreign', data: {} }));

const DEEDS = {
  append: (play: Play, place: number, count: number) => play.append(place, count),
  /** Another application writes to a stream of its own, limits it, deletes it. */
  foreign,
  'foreign limit': ({ other }: Play, place: number, maxCount: number) =>
    other.setStreamMetadata(`other-${place}`, { maxCount }),
  'foreign deletion': async (play: Play, place: number) => {
    await foreign(play, place);
    await play.other.deleteStream(`other-${place}`);
  },
  /** An operator says who may read a stream of ours: the metadata before are superseded. */
  rights: ({ other, streams }: Play, place: number) =>
    other.setStreamMetadata(streams[place]!, { acl: { readRoles: ['ops'] } }),
  scavenge: ({ server }: Play) => server.scavenge(),
  follow: async ({ followers }: Play, place: number) => {
    followers[place]!.goOn();
  },
  'follow to the head': ({ followers }: Play, place: number) => followers[place]!.toHead(),
  page: ({ followers }: Play, place: number) => followers[place]!.page(),
  stop: ({ followers }: Play, place: number) => followers[place]!.stop(),
};

const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom(...(Object.keys(DEEDS) as (keyof typeof DEEDS)[])),
  place: fc.nat({ max: 2 }),
  count: fc.integer({ min: 1, max: 3 }),
});

const done = (kind: Deed['kind'], place = 0): Deed => ({ kind, place, count: 1 });

/** A follower stops at a record of another application, which a scavenge then takes away: 23.10 leaves out the next. */
const POSITION_SCAVENGED: readonly Deed[] = [
  done('foreign limit'),
  done('append'),
  done('foreign'),
  done('page'),
  done('append'),
  done('foreign'),
  done('append'),
  done('scavenge'),
  done('append'),
];

/** Whatever other applications write and operators scavenge: who follows the log is given each event, once, in order. */
export const scavengingCases = (start: () => Promise<Scavenged>, runs: number): void => {
  it(`law 1: whatever was scavenged, followers that stop and go on miss nothing, in ${runs} plays`, async () => {
    const play = async (deeds: readonly Deed[]): Promise<void> => {
      const server = await start();
      const log = await openEventStoreDb({ url: server.url });
      const other = EventStoreDBClient.connectionString(server.url);
      const playing = new Play(log, server, other);
      try {
        await playing.run(deeds);
      } finally {
        await playing.stop();
        await other.dispose();
        await log.close();
        await server.stop();
      }
    };
    const plays = fc.array(deed, { minLength: 10, maxLength: 40 });
    await fc.assert(fc.asyncProperty(plays, play), {
      numRuns: runs,
      examples: [[POSITION_SCAVENGED]],
    });
  });
};
