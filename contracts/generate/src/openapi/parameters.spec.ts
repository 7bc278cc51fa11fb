import { type Operation, operation } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { isMap, type JsonMap } from '../json.js';
import { codesOf } from './codes.js';
import { Components } from './components.js';
import { parametersOf, sharedParameters } from './parameters.js';

/** The parameters that an operation takes, by name. */
const parameters = (of: Operation): ReadonlyMap<string, JsonMap> => {
  const told = parametersOf(of, new Components()).filter(isMap);
  const whole = told.map(({ $ref, ...own }) =>
    typeof $ref === 'string' ? (sharedParameters[$ref.split('/').at(-1)!] as JsonMap) : own,
  );
  return new Map(whole.map((each) => [each['name'] as string, each]));
};

const parts = {
  id: 'listParts',
  tag: 'Parts',
  summary: 'Parts',
  method: 'GET',
  path: '/things/{thing_id}/parts',
  access: 'signed-in',
  replies: {},
} as const;
const list = { sort: ['id'], defaultSort: 'id', filters: { kind: Type.String() } } as const;

describe('the parameters of a list of the past', () => {
  const plain = operation({ ...parts, timeTravel: true, list });
  const ofStream = operation({ ...plain, stream: 'thing', streamOf: 'thing_id' });

  it('have a revision where it names a stream', () => {
    expect(parameters(plain).has('revision')).toBe(false);
    expect(parameters(ofStream).has('revision')).toBe(true);
  });

  it('take filters beside them where it says so, and then refuse none', () => {
    const filtered = operation({ ...ofStream, list: { ...list, pastFilters: true } });
    const lasting = operation({ ...ofStream, list: { ...list, pastFilters: true, lastingSort: ['id'] } });
    expect(parameters(ofStream).get('as_of')?.['description']).toContain('no filter');
    expect(parameters(filtered).get('as_of')?.['description']).not.toContain('filter');
    expect([ofStream, filtered, lasting].map((each) => codesOf(each).includes('as_of_with_filter'))).toEqual([
      true,
      false,
      true,
    ]);
  });
});
