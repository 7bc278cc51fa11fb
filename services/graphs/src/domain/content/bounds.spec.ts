import { elementLimits } from '@cairn/contracts';
import { boundFlaws } from './bounds.js';

const node = (properties: Readonly<Record<string, string>>) => boundFlaws({ labels: [], properties });

describe('the bounds of an element', () => {
  it('take as many properties as there may be, and no more', () => {
    const many = Array.from({ length: elementLimits.propertiesPerElement }, (_, n) => [`p${n}`, ''] as const);
    expect(node(Object.fromEntries(many))).toEqual([]);
    expect(node({ ...Object.fromEntries(many), more: '' })).toMatchObject([
      { pointer: '/properties', code: 'maxProperties' },
    ]);
  });

  it('take an element as long as one may be, and no longer', () => {
    const around = JSON.stringify({ labels: [], properties: { text: '' } }).length;
    const longest = 'x'.repeat(elementLimits.elementCharacters - around);
    expect(node({ text: longest })).toEqual([]);
    expect(node({ text: `${longest}x` })).toMatchObject([{ pointer: '', code: 'maxLength' }]);
  });
});
