import { elementLimits } from '@cairn/contracts';
import { limits } from '../../formats/limits.js';
import type { EdgeValue, Flaw, NodeValue } from './elements.js';

/** What is too much of an element once it is merged: a request bounds only what it sends itself. */
export const sizeFlaws = (element: NodeValue | EdgeValue): readonly Flaw[] => {
  const { propertiesPerElement: most } = elementLimits;
  const tooMany: Flaw = {
    ...{ pointer: '/properties', code: 'too_many_properties' },
    message: `would be more than ${most} properties`,
  };
  const tooLarge: Flaw = {
    ...{ pointer: '', code: 'too_large' },
    message: `would have more than ${limits.elementCharacters} characters`,
  };
  return [
    ...(Object.keys(element.properties).length > most ? [tooMany] : []),
    ...(JSON.stringify(element).length > limits.elementCharacters ? [tooLarge] : []),
  ];
};
