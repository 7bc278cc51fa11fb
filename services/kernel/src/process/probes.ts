import type { RequestListener } from 'node:http';
import {
  ALIVE,
  answerJson,
  answerReadiness,
  type AskReadiness,
  readinessOf,
  type ToldReadiness,
} from '../runtime/health.js';
import type { Started } from './started.js';

/**
 * How a process stands, for who starts it, keeps it and sends it requests: `/startupz`, `/livez`, `/readyz`. That it lives
 * asks nothing and nobody.
 */
export class Probes {
  #ask: AskReadiness | undefined;
  #asked: Promise<ToldReadiness> | undefined;
  #hasCaughtUp: () => Promise<boolean> = async () => true;
  #isStopping = false;

  /** Of each path. */
  readonly listeners: ReadonlyMap<string, RequestListener> = new Map<string, RequestListener>([
    ['/livez', (_, response) => answerJson(response, 200, ALIVE)],
    ['/startupz', (_, response) => void this.#startup().then((told) => answerJson(response, ...told))],
    ['/readyz', (_, response) => answerReadiness(response, () => this.#readiness())],
  ]);

  /**
   * The start is done: from now on it is as ready as it says, until it is told to end. Called when everything else was
   * started, so that of all this is stopped first. `hasCaughtUp`: what the start waits for beside that, without an error.
   */
  begin(ask: AskReadiness, started: Started, hasCaughtUp = this.#hasCaughtUp): void {
    this.#ask = ask;
    this.#hasCaughtUp = hasCaughtUp;
    started.then(() => void (this.#isStopping = true));
  }

  async #startup(): Promise<[200 | 503, object]> {
    if (this.#ask === undefined) return [503, STARTING];
    return (await this.#hasCaughtUp()) ? [200, ALIVE] : [503, CATCHING_UP];
  }

  async #readiness(): Promise<ToldReadiness> {
    if (this.#ask === undefined) return STARTING;
    const told = this.#isStopping ? undefined : await this.#shared(this.#ask);
    return told === undefined || this.#hasToStop() ? readinessOf('stopping') : told;
  }

  /** It may be told meanwhile. */
  #hasToStop(): boolean {
    return this.#isStopping;
  }

  /** Who asks while it is being told is told the same: an engine that hangs is asked once. */
  #shared(ask: AskReadiness): Promise<ToldReadiness> {
    this.#asked ??= ask().finally(() => (this.#asked = undefined));
    return this.#asked;
  }
}

const STARTING = readinessOf('starting');
const CATCHING_UP = readinessOf('its read models have not caught up yet');
