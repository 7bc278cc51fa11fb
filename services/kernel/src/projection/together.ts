import type { DomainEvent } from '@cairn/contracts';
import type { TimerRules } from './timer-rules.js';

/** Several rules as the one that a service has. */
export const together = (rules: readonly TimerRules[]): TimerRules => {
  const rulesOf = ({ type }: DomainEvent): readonly TimerRules[] =>
    rules.filter(({ events }) => events.some(({ name }) => name === type));
  return {
    version: rules.reduce((sum, { version }) => sum + version, 0),
    events: [...new Set(rules.flatMap(({ events }) => events))],
    set: (event, facts) => rulesOf(event).flatMap((rule) => rule.set(event, facts)),
    stop: (event, facts) => rulesOf(event).flatMap((rule) => rule.stop(event, facts)),
  };
};
