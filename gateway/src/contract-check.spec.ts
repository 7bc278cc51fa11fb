import { operations } from '@cairn/contracts';
import { answer } from './call/answer.js';
import { handler } from './call/handler.js';
import { refuseDrift } from './contract-check.js';

const { getHealth, getDocs } = operations;
const healthy = handler(getHealth, async () => answer({}));
const docs = handler(getDocs, async () => answer({}));
const told = (...known: readonly { path: string; id: string }[]) => ({
  paths: Object.fromEntries(
    known.map(({ path, id }) => [path, { get: { operationId: id }, parameters: [] }]),
  ),
});

describe('the check of the contract (S45)', () => {
  it('is content when handlers, contract and document agree', () => {
    expect(() => refuseDrift([healthy, docs], [getDocs, getHealth], told(getHealth, getDocs))).not.toThrow();
  });

  it.each([
    ['in the contract and not handled', [healthy], [getHealth, getDocs], told(getHealth, getDocs)],
    ['handled and not in the contract', [healthy, docs], [getHealth], told(getHealth)],
    ['in the contract and not in openapi.json', [healthy, docs], [getHealth, getDocs], told(getHealth)],
    ['in openapi.json and not in the contract', [healthy], [getHealth], told(getHealth, getDocs)],
    ['handled twice', [healthy, healthy], [getHealth], told(getHealth)],
    ['in openapi.json and not in the contract', [healthy], [getHealth], told({ ...getHealth, id: 'other' })],
  ])('refuses what is %s', (difference, handlers, contract, document) => {
    expect(() => refuseDrift(handlers, contract, document)).toThrow(difference);
  });
});
