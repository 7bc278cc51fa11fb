import {
  type AccountLimits,
  type BoundOfDay,
  type CountedNetwork,
  countingInDay,
  type CountingTools,
  networksOf,
  type Refusal,
  refuse,
} from '@cairn/kernel';

export interface RegistrationTools extends CountingTools {
  readonly accountLimits: Pick<AccountLimits, 'registrationsPerDay'>;
}

/**
 * Makes an account unless the networks that it is asked for from have had as many as they may today (S47): the narrowest is
 * counted first, and while that is full those around it are not filled by it. Answers `registration_limit`.
 */
export const withinRegistrations = <Outcome>(
  tools: RegistrationTools,
  ip: string | undefined,
  run: () => Promise<Outcome>,
): Promise<Outcome | Refusal> =>
  ip === undefined
    ? run()
    : countingInDay(
        tools,
        async (count) =>
          (await count(networksOf(ip).map((network) => boundOf(network, tools.accountLimits)))) ?? run(),
      );

const boundOf = (
  { network, times }: CountedNetwork,
  { registrationsPerDay }: RegistrationTools['accountLimits'],
): BoundOfDay => {
  const most = registrationsPerDay * times;
  const refusal = refuse(
    'registration_limit',
    `${most} accounts a day can be made from ${network}, and no more today.`,
  );
  return { what: 'registrations', whose: network, most, refusal };
};
