import { askerOf, type Principal } from '@cairn/kernel';
import { struckOf } from './asked.js';
import { Strikes } from './strikes.js';

const model = { versionId: 'v', sha256: 'a', sizeBytes: 1, config: '', term: '' };
const keyOf = (userId: string, organizationId: string): Principal => ({
  ...{ kind: 'key', userId, organizationId, apiKeyId: organizationId },
  ...{ scopes: ['*:*'], administrator: false },
});

describe('strikes', () => {
  const struckBy = (strikes: Strikes, who: Principal) => {
    const struck = struckOf(model, askerOf(who));
    strikes.add(struck, 'it crashed');
    return strikes.refusal(struck)?.code;
  };
  const strikes = () => new Strikes({ most: 3, withinMs: 60_000, heldMs: 60_000, persons: 3 });

  it('of the keys that one person made for three organizations are of one person', () => {
    const ofAda = strikes();
    const codes = ['one', 'two', 'three'].map((firm) => struckBy(ofAda, keyOf('ada', firm)));
    expect(codes).toEqual([undefined, undefined, 'model_held_back']);
    expect(ofAda.refusal(struckOf(model, askerOf(keyOf('grace', 'one'))))).toBeUndefined();
  });

  it('of three people put the version out of service', () => {
    const ofAll = strikes();
    const codes = ['ada', 'grace', 'eve'].map((person) => struckBy(ofAll, keyOf(person, 'firm')));
    expect(codes).toEqual([undefined, undefined, 'model_out_of_service']);
  });
});
