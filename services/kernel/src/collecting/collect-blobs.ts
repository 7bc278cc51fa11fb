import { wasRefused } from './refused-uploads.js';
import { pause } from '../clock/pause.js';
import { timestamp } from '../clock/port.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { Work } from '../context/work.js';
import { NamedBlobs } from './named-blobs.js';
import { allStreams, type Collected } from './owners.js';

/** What it goes over, and where it remembers what it saw. */
export type CollectionTools = Pick<ServiceTools, 'blobs' | 'clock' | 'log' | 'logger' | 'registers'>;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A process that has just started has better things to do. */
const FIRST_AFTER_MS = 10 * 60 * 1000;
/** Longer than from one look to the next, shorter than two. */
const SUSPECT_FOR_MS = 1.5 * DAY_MS;
/** So many blobs that nothing names are remembered by one look; the others wait for the next. */
const MOST_SUSPECTS = 10_000;

/** More strangers than this, and more than blobs that are known: these are not the blobs of this log. */
const MOST_STRANGERS = 100;

const LOOKED = 'blobs.looked';
const suspectKey = (sha256: string): string => `blobs.unnamed:${sha256}`;

/**
 * Removes blobs that nothing names: uploads whose command was refused, files of what was purged. Once a day it reads the
 * whole log for names, and removes what was put or touched more than a day ago and was not named a day before either.
 * So each blob that goes was looked for twice in the log itself, never in a read model, and whatever fails on the way
 * (an event that cannot be read, a store that is away, a stop) removes nothing. When most blobs are strangers to the log,
 * it is the wrong log or the wrong store, and they stay.
 */
export const blobCollection = (tools: CollectionTools): Work => ({
  name: 'blobs.collection',
  alone: true,
  run: async (signal) => {
    await pause(FIRST_AFTER_MS, signal);
    while (!signal.aborted) {
      await collectWhenDue(tools, allStreams, signal);
      await pause(HOUR_MS, signal);
    }
  },
});

/**
 * A new installation has nothing to collect for a day. What fails is tried again a day later. `streams`: those of the log.
 */
export const collectWhenDue = async (
  tools: CollectionTools,
  streams: Collected,
  signal: AbortSignal,
): Promise<void> => {
  const { registers, clock, logger } = tools;
  const now = clock.now();
  const before = await registers.get(LOOKED);
  if (typeof before?.value === 'string' && Date.parse(before.value) > now - DAY_MS) return;
  await registers.put(LOOKED, timestamp(now), undefined);
  if (before === undefined) return;
  try {
    const removed = await collectBlobs(tools, streams, now, signal);
    if (removed > 0) logger.info({ removed }, 'blobs that nothing names were removed');
  } catch (error) {
    if (signal.aborted) await registers.put(LOOKED, before.value, undefined);
    else logger.error({ err: error }, 'blobs were not collected');
  }
};

/** One look. Answers how many blobs were removed. */
const collectBlobs = async (
  tools: CollectionTools,
  streams: Collected,
  now: number,
  signal: AbortSignal,
): Promise<number> => {
  const untouchedSince = now - DAY_MS;
  const named = await NamedBlobs.read(tools.log, streams, signal);
  const areOurs = await areBlobsOurs(tools, named, untouchedSince, signal);
  const suspects = new Suspects(tools.registers, now);
  const mayGo = async (sha256: string): Promise<boolean> => {
    if (named.has(sha256) || !(areOurs || named.wasEver(sha256))) return false;
    if (!(await suspects.wasKnown(sha256))) return false;
    await named.readOn(signal);
    return !named.has(sha256);
  };
  return tools.blobs.collect({
    untouchedSince,
    isReferenced: async (sha256) => {
      signal.throwIfAborted();
      return !(await mayGo(sha256));
    },
  });
};

/** Whether these blobs belong to this log: most of them were named in it once. Refused uploads never were, and say nothing. */
const areBlobsOurs = async (
  { blobs, logger, registers }: CollectionTools,
  named: NamedBlobs,
  untouchedSince: number,
  signal: AbortSignal,
): Promise<boolean> => {
  let known = 0;
  let strangers = 0;
  const isReferenced = async (sha256: string): Promise<boolean> => {
    signal.throwIfAborted();
    if (named.wasEver(sha256)) known += 1;
    else if (!(await wasRefused(registers, sha256))) strangers += 1;
    return true;
  };
  await blobs.collect({ untouchedSince, isReferenced });
  const areOurs = strangers <= MOST_STRANGERS || strangers <= known;
  if (!areOurs)
    logger.error(
      { known, strangers },
      'most blobs are named nowhere in this log, and none of them is removed',
    );
  return areOurs;
};

/** Blobs that an earlier look found without a name. */
class Suspects {
  #added = 0;

  constructor(
    private readonly registers: CollectionTools['registers'],
    private readonly now: number,
  ) {}

  /** Whether it was one a day ago; it is one from now on. */
  async wasKnown(sha256: string): Promise<boolean> {
    const key = suspectKey(sha256);
    const seen = await this.registers.get(key);
    if (typeof seen?.value === 'string') return Date.parse(seen.value) <= this.now - DAY_MS;
    if (this.#added < MOST_SUSPECTS) {
      this.#added += 1;
      await this.registers.put(key, timestamp(this.now), SUSPECT_FOR_MS);
    }
    return false;
  }
}
