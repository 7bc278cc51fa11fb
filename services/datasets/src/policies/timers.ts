import type { DomainEvent } from '@cairn/contracts';
import type { TimerRules } from '@cairn/kernel';
import { copyTimer } from './copy-timer.js';
import { purgeTimer } from './purge-timer.js';

const rules: readonly TimerRules[] = [purgeTimer, copyTimer];

const rulesOf = ({ type }: DomainEvent): readonly TimerRules[] =>
  rules.filter(({ events }) => events.some(({ name }) => name === type));

/** What datasets owe themselves at a time. */
export const datasetTimers: TimerRules = {
  events: [...new Set(rules.flatMap(({ events }) => events))],
  set: (event, facts) => rulesOf(event).flatMap((rule) => rule.set(event, facts)),
  stop: (event, facts) => rulesOf(event).flatMap((rule) => rule.stop(event, facts)),
};
