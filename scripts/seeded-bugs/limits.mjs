// Rates and quotas that administrators set: S44, S47.
import { datasets, gateway, identity } from './concurrency-limiter.mjs';

const rates = (file) => gateway(`pipeline/rates/${file}`);
const limiter = rates('rate-limiter.spec.ts');

export const limitsBugs = [
  {
    rule: 'S44',
    bug: 'an override of a caller counts when it is over',
    file: rates('policies.ts'),
    find: `if (known !== undefined && now < known.until)`,
    replace: `if (known !== undefined)`,
    suite: limiter,
  },
  {
    rule: 'S44',
    bug: 'the widest network of the overrides counts',
    file: rates('policies.ts'),
    find: `other.network.prefix - one.network.prefix`,
    replace: `one.network.prefix - other.network.prefix`,
    suite: limiter,
  },
  {
    rule: 'S44',
    bug: 'an exempted administrator may try passwords without end',
    file: rates('policies.ts'),
    find: `sender.principal.administrator && rateClass !== 'login'`,
    replace: `sender.principal.administrator`,
    suite: limiter,
  },
  {
    rule: 'S44',
    bug: 'a token bucket is never filled again',
    file: rates('algorithms.ts'),
    find: `before + passed / msEach`,
    replace: `before`,
    suite: limiter,
  },
  {
    rule: 'S44',
    bug: 'a sliding window forgets half of what came',
    file: rates('algorithms.ts'),
    find: `slot >= current - SLOTS &&`,
    replace: `slot >= current - SLOTS / 2 &&`,
    suite: limiter,
  },
  {
    rule: 'S44',
    bug: 'a gateway counts over what another one has counted',
    file: rates('shared-counts.ts'),
    find: `registers.compareAndSet(key, known.revision, taken.state,`,
    replace: `registers.put(key, taken.state,`,
    suite: limiter,
  },
  {
    rule: 'S44',
    bug: 'gateways go on with the rates that they started with',
    file: identity('read-models/principals/followed-settings.ts'),
    find: `else if (recorded.revision > this.#revision) this.#apply(recorded);`,
    replace: ``,
    suite: identity('read-models/principals/followed-settings.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'usage stays with who gave a dataset away',
    file: datasets('domain/usage/place.ts'),
    find: `    case 'DatasetTransferred':
      return { ownerId: event.data.user_id, organizationId: event.data.organization_id };
`,
    replace: ``,
    suite: datasets('read-models/usage/project.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'an organization without a quota is charged for what its founder stores',
    file: datasets('read-models/usage/payers.ts'),
    find: `organizationId !== null && (await ofOrganization(organizationId)) !== undefined`,
    replace: `organizationId !== null`,
    suite: datasets('read-models/usage/account-room.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'an override of a quota does not count',
    file: identity('rights/quotas.ts'),
    find: `return boundsOf(configured, accounts, override);`,
    replace: `return boundsOf(configured, accounts);`,
    suite: identity('rights/quotas.spec.ts'),
  },
];
