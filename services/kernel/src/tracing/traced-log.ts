import type { Attributes } from '@opentelemetry/api';
import { appendInOrder } from '../eventlog/append-in-order.js';
import type { EventLog } from '../eventlog/port.js';
import { isTraced, traced } from './spans.js';

/**
 * The same log, with a span for each append and read of a stream that is part of a trace: what jobs and subscriptions do
 * all day long begins none.
 */
export const tracedLog = (log: EventLog): EventLog => ({
  append: (append) =>
    within('log.append', { 'cairn.stream': append.stream, 'cairn.events': append.events.length }, () =>
      log.append(append),
    ),
  appendMany: (appends) =>
    within('log.appendMany', { 'cairn.appends': appends.length }, () => log.appendMany(appends)),
  appendInOrder: (appends) =>
    within('log.appendInOrder', { 'cairn.appends': appends.length }, () => appendInOrder(log, appends)),
  read: (stream, options) => within('log.read', { 'cairn.stream': stream }, () => log.read(stream, options)),
  readAll: (options) => log.readAll(options),
  subscribe: (options) => log.subscribe(options),
  head: () => log.head(),
  isPosition: (text) => log.isPosition(text),
  close: () => log.close(),
});

const within = <Result>(name: string, attributes: Attributes, run: () => Promise<Result>): Promise<Result> =>
  isTraced() ? traced({ name, attributes }, run) : run();
