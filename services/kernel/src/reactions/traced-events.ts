import type { RecordedEvent } from '../eventlog/port.js';
import { tracedInEach } from '../tracing/index.js';

/** What is made anew from old events is no part of the requests that they came from. */
const RECENT_MS = 60_000;

/** Applies events to a read model, seen in the trace of each request that they came from just now. */
export const tracedEvents = <Result>(
  projection: string,
  events: readonly RecordedEvent[],
  apply: () => Promise<Result>,
): Promise<Result> => {
  const traces = new Set<string>();
  for (const { metadata } of events)
    if (metadata.traceparent !== undefined && isRecent(metadata.at)) traces.add(metadata.traceparent);
  const attributes = { 'cairn.projection': projection, 'cairn.events': events.length };
  return tracedInEach(traces, { name: `project ${projection}`, kind: 'consumer', attributes }, apply);
};

const isRecent = (at: string): boolean => Date.now() - Date.parse(at) < RECENT_MS;
